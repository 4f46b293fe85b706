import type { DealWithPlace } from '@parvis/contract/deals.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { DealBody } from './components/DealBody.tsx'
import { DealDetail } from './components/DealDetail.tsx'
import { ShareButton } from './components/ShareButton.tsx'
import { dealQuery } from './deals.queries.ts'
import css from './PublicDealView.module.css'

export interface PublicDealViewProps {
  cityUri: string
  adUri: string
  /** `customUri` of the viewer’s community when they are logged in. */
  homeCommunityUri?: string
}

/** Public page of a deal. */
export const PublicDealView = ({ cityUri, adUri, homeCommunityUri }: PublicDealViewProps) => {
  const { t } = useText()
  const query = useQuery(dealQuery({ cityUri, adUri }))
  return (
    <div className={css.page}>
      <PublicBar homeTarget={{ to: '/' }}>{query.data && <ShareButton deal={query.data} />}</PublicBar>
      <main id="main" className={css.main}>
        <DealBody query={query} fallbackLink={<ButtonLink to="/">{t('common.home')}</ButtonLink>}>
          {deal => (
            <DealDetail
              deal={deal}
              footer={
                <section className={css.join}>
                  <p>{t('deals.public.text')}</p>
                  <CommunityLink deal={deal} homeCommunityUri={homeCommunityUri} />
                </section>
              }
            />
          )}
        </DealBody>
      </main>
      <ToastRegion />
    </div>
  )
}

/**
 * Links members of the deal's community to the deal in the app, and other viewers to that community; if no community
 * shows the deal, the link goes to the start page.
 */
const CommunityLink = ({
  deal: { _id, community },
  homeCommunityUri,
}: {
  deal: DealWithPlace
  homeCommunityUri: string | undefined
}) => {
  const { t } = useText()
  if (!community)
    return (
      <ButtonLink to="/" icon="arrow-right">
        {t('deals.public.join')}
      </ButtonLink>
    )
  const { name, customUri: c } = community
  return c === homeCommunityUri ? (
    <ButtonLink to="/$c/annonce" params={{ c }} search={{ id: _id }} icon="arrow-right">
      {t('deals.public.open', { community: name })}
    </ButtonLink>
  ) : (
    <ButtonLink to="/$c" params={{ c }} icon="arrow-right">
      {t('deals.public.visit', { community: name })}
    </ButtonLink>
  )
}
