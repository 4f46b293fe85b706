import type { Community } from '@parvis/contract/community.ts'
import { useEffect, useState } from 'react'
import { isNotFound } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { DealActions } from './components/DealActions.tsx'
import { DealBody } from './components/DealBody.tsx'
import { DealDetail } from './components/DealDetail.tsx'
import { HiddenNotice } from './components/HiddenNotice.tsx'
import { ShareButton } from './components/ShareButton.tsx'
import { useDealDistance } from './deal-distance.ts'
import { countRoute, useCountDealView } from './deal-statistics.ts'
import { newDeals } from './new-deals.ts'
import { useDeal } from './cached-deal.ts'
import { useMissingMap } from './missing-map.ts'
import { openedDealIds, markDealOpened } from './opened-deals.ts'

export interface DealViewProps {
  community: Pick<Community, '_id' | 'name' | 'customUri' | 'loc'>
  /** Account id of the viewer. */
  viewerId: string
  isGuest: boolean
  id: string
}

/** Page of a deal for members. */
export const DealView = ({ community, viewerId, isGuest, id }: DealViewProps) => {
  const { t } = useText()
  const formatDistance = useDealDistance()
  const query = useDeal(community._id, id)
  // Read once at mount: the deal stays marked as new during the first visit.
  const [openedIds] = useState(() => openedDealIds(viewerId))
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (!isLoaded) return
    markDealOpened(viewerId, id)
    newDeals.remove(id)
  }, [isLoaded, viewerId, id])
  useCountDealView(query.data?._id)
  useMissingMap(query.data)
  const list = { to: '/$c/vie-locale', params: { c: community.customUri } } as const
  return (
    <>
      <TopBar
        title={t('deals.detail')}
        as="p"
        backTarget={list}
        endContent={query.data && !isNotFound(query.error) && <ShareButton deal={query.data} />}
      />
      <Main>
        <DealBody query={query} fallbackLink={<ButtonLink {...list}>{t('deals.gone.all')}</ButtonLink>}>
          {deal => (
            <>
              {deal.keeping?.state === 'hidden' && deal.keeping.author._id === viewerId && (
                <HiddenNotice id={deal._id} communityUri={community.customUri} />
              )}
              <DealDetail
                deal={deal}
                isOpened={openedIds.has(deal._id)}
                onRoute={() => countRoute(deal._id)}
                communityUri={community.customUri}
                distance={formatDistance(deal, community.loc, community.name)}
                footer={<DealActions deal={deal} communityUri={community.customUri} isGuest={isGuest} />}
              />
            </>
          )}
        </DealBody>
      </Main>
    </>
  )
}
