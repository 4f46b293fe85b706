import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FormFallback } from '#web/ui/FormFallback.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import { PublicationForm, type PublicationFormProps } from './components/PublicationForm.tsx'
import { isTemplateGone } from './publish-errors.ts'
import { mayHaveArrived, publicationKey } from './publication-store.ts'
import { datesQuery, invitingDealQuery, postPlacesQuery, timesQuery } from './templates.queries.ts'
import { useTemplate } from './use-template.ts'

export interface PublishTemplateViewProps extends Pick<
  PublicationFormProps,
  'community' | 'me' | 'renderPreview' | 'onPublished' | 'onQueued' | 'onLeave'
> {
  templateId: string
  /** Id of the deal to which the publication invites. */
  dealId?: string
  /** Link back to the choice of templates. */
  back: Target
}

/** Form to publish from a template, with a preview of the post. */
export const PublishTemplateView = ({ templateId, dealId, back, ...props }: PublishTemplateViewProps) => {
  const { t } = useText()
  const { _id: communityId } = props.community
  const template = useTemplate(communityId, templateId)
  const deal = useQuery({ ...invitingDealQuery(dealId ?? ''), enabled: dealId !== undefined })
  const dates = useQuery(datesQuery(communityId))
  const times = useQuery(timesQuery(communityId))
  const places = useQuery(postPlacesQuery(communityId))
  const isAvailable =
    template.data?.abilities.publish &&
    (dealId ? deal.data?.abilities.publish : template.data.type !== 'GooddealActivity')
  const title = t(template.data ? `templates.yours.${template.data.type}` : 'templates.yours')
  const isUnavailable =
    isTemplateGone(template.error) ||
    isTemplateGone(deal.error) ||
    (template.data && (deal.data || !dealId) && !isAvailable)
  return (
    <>
      <TopBar title={title} backTarget={back} />
      {template.data && dates.data && times.data && places.data && isAvailable && !isUnavailable ? (
        <PublicationForm
          {...props}
          template={template.data}
          deal={deal.data}
          dates={dates.data}
          times={times.data}
          places={places.data}
        />
      ) : (
        <FormFallback
          unavailable={
            isUnavailable
              ? {
                  title: t('templates.gone'),
                  text: t(
                    mayHaveArrived(publicationKey(props.me._id, templateId, dealId))
                      ? 'templates.gone.sent'
                      : 'templates.gone.text',
                  ),
                  action: <ButtonLink {...back}>{t('templates.gone.act')}</ButtonLink>,
                }
              : null
          }
          queries={[template, dates, times, places, ...(dealId ? [deal] : [])]}
          failedTitle={t('templates.failed.title')}
        />
      )}
    </>
  )
}
