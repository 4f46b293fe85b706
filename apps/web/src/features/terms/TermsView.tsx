import { requestUrl } from '@parvis/contract/endpoint.ts'
import { TERMS_PDF, termsSections } from '@parvis/contract/terms.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import css from './TermsView.module.css'

export const TermsView = () => {
  const { t, language } = useText()
  return (
    <div className={css.screen}>
      <PublicBar homeTarget={{ to: '/' }} />
      <main id="main" className={css.main}>
        <h1>{t('terms.title')}</h1>
        <p className={css.lead}>{t('terms.lead')}</p>
        <p className={css.pdf}>
          <ButtonAnchor
            size="s"
            icon="file-down"
            href={requestUrl(TERMS_PDF, {}, { lang: language })}
            target="_blank"
            rel="noopener"
            type="application/pdf"
          >
            {t('terms.pdf')}
          </ButtonAnchor>
        </p>
        <nav aria-label={t('terms.contents')}>
          <ol className={css.contents}>
            {termsSections.map(section => (
              <li key={section}>
                <a href={`#${section}`}>{t(`terms.${section}`)}</a>
              </li>
            ))}
          </ol>
        </nav>
        {termsSections.map(section => (
          <section key={section} id={section} className={css.section}>
            <h2>{t(`terms.${section}`)}</h2>
            <p>{t(`terms.${section}.text`)}</p>
          </section>
        ))}
      </main>
    </div>
  )
}
