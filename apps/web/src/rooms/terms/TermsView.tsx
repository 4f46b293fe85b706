import { useText } from '#web/kernel/text/i18n.ts'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import css from './TermsView.module.css'

/** The sections, in their order. */
const sections = ['who', 'account', 'rules', 'team', 'content', 'data', 'long', 'rights', 'outside', 'law'] as const

/** What holds for everybody who comes in. */
export const TermsView = () => {
  const { t } = useText()
  return (
    <div className={css.screen}>
      <OuterBar home={{ to: '/' }} />
      <main id="main" className={css.main}>
        <h1>{t('terms.title')}</h1>
        <p className={css.lead}>{t('terms.lead')}</p>
        <nav aria-label={t('terms.contents')}>
          <ol className={css.contents}>
            {sections.map(section => (
              <li key={section}>
                <a href={`#${section}`}>{t(`terms.${section}`)}</a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map(section => (
          <section key={section} id={section} className={css.section}>
            <h2>{t(`terms.${section}`)}</h2>
            <p>{t(`terms.${section}.text`)}</p>
          </section>
        ))}
      </main>
    </div>
  )
}
