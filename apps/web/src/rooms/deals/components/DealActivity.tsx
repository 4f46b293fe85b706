import type { Deal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'
import css from './DealActivity.module.css'

/** What neighbours can do there together. */
export const DealActivity = ({ deal }: { deal: Deal }) => {
  const { t, language } = useText()
  const text = textIn(language, deal, 'activityDescription')
  const after = textIn(language, deal, 'activityPostDescription')
  if (!text) return null
  return (
    <section className={css.activity}>
      <h2 className={typography.sectionTitle}>{t('deals.activity')}</h2>
      <p>{text}</p>
      {after && <p className={typography.meta}>{after}</p>}
    </section>
  )
}
