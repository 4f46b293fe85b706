import type { Community } from '@parvis/contract/community.ts'
import { useEffect, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { DealActs } from './components/DealActs.tsx'
import { DealBody, isOver } from './components/DealBody.tsx'
import { DealDetail } from './components/DealDetail.tsx'
import { HiddenNotice } from './components/HiddenNotice.tsx'
import { ShareButton } from './components/ShareButton.tsx'
import { useDealDistance } from './deal-distance.ts'
import { distanceOf } from './deal-facts.ts'
import { countRoute, useCountSeen } from './deal-figures.ts'
import { dealNews } from './deals.news.ts'
import { useDeal } from './known-deal.ts'
import { useMissingMap } from './missing-map.ts'
import { openedDeals, rememberOpened } from './opened-deals.ts'

export interface DealViewProps {
  community: Pick<Community, '_id' | 'name' | 'customUri' | 'loc'>
  /** The viewer’s account id. */
  reader: string
  isGuest: boolean
  id: string
}

/** The page of a deal, for members. */
export const DealView = ({ community, reader, isGuest, id }: DealViewProps) => {
  const { t } = useText()
  const distance = useDealDistance()
  const query = useDeal(community._id, id)
  // At the first visit it is still marked as new.
  const [opened] = useState(() => openedDeals(reader))
  const there = query.data !== undefined
  useEffect(() => {
    if (!there) return
    rememberOpened(reader, id)
    dealNews.forget(id)
  }, [there, reader, id])
  useCountSeen(query.data?._id)
  useMissingMap(query.data)
  const list = { to: '/$c/vie-locale', params: { c: community.customUri } } as const
  return (
    <>
      <TopBar
        title={t('deals.detail')}
        as="p"
        back={list}
        end={query.data && !isOver(query) && <ShareButton deal={query.data} />}
      />
      <Main>
        <DealBody query={query} elsewhere={<ButtonLink {...list}>{t('deals.gone.all')}</ButtonLink>}>
          {deal => {
            const far = distanceOf(deal, community.loc)
            return (
              <>
                {deal.keeping?.state === 'hidden' && deal.keeping.author._id === reader && (
                  <HiddenNotice id={deal._id} communityUri={community.customUri} />
                )}
                <DealDetail
                  deal={deal}
                  opened={opened.has(deal._id)}
                  onRoute={() => countRoute(deal._id)}
                  communityUri={community.customUri}
                  distance={far === null ? null : distance(far, community.name)}
                  after={<DealActs deal={deal} communityUri={community.customUri} isGuest={isGuest} />}
                />
              </>
            )
          }}
        </DealBody>
      </Main>
    </>
  )
}
