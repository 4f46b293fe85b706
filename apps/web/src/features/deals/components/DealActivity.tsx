import type { Deal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import typography from '#web/ui/typography.module.css'
import css from './DealActivity.module.css'

/**
 * Activity that the deal suggests to neighbours, with a link for members who may publish it. `communityUri` is the
 * viewer’s community, if any.
 */
export const DealActivity = ({ deal, communityUri }: { deal: Deal; communityUri?: string }) => {
  const { t, language } = useText()
  const text = textIn(language, deal, 'activityDescription')
  const closingText = textIn(language, deal, 'activityPostDescription')
  const publishLink =
    communityUri && deal.templateId && deal.abilities.publish
      ? { params: { c: communityUri }, search: { templateId: deal.templateId, goodDealId: deal._id } }
      : null
  // Without an activity text, members who may publish still see the link.
  if (!text && !publishLink) return null
  return (
    <section className={css.activity}>
      <h2 className={typography.sectionTitle}>{t('deals.activity')}</h2>
      {text && <p>{text}</p>}
      {closingText && <p className={typography.meta}>{closingText}</p>}
      {publishLink && (
        <div>
          <ButtonLink icon="users" to="/$c/actualites/parametres-publication" {...publishLink}>
            {t('deals.activity.publish')}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
