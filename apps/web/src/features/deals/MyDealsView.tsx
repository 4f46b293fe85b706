import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, InlineError, LastUpdated } from '#web/ui/LoadError.tsx'
import { ManagedDeal } from './components/ManagedDeal.tsx'
import { managedDealsQuery } from './managed-deals.queries.ts'
import css from './MyDealsView.module.css'

export interface MyDealsViewProps {
  community: Pick<Community, '_id' | 'customUri'>
  me: Pick<SessionUser, '_id' | 'abilities'>
}

/** Deals that the viewer manages, in any state: their own, or for the team all deals of the community. */
export const MyDealsView = ({ community, me }: MyDealsViewProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(managedDealsQuery(community._id))
  const deals = query.data?.pages.flatMap(page => page.docs) ?? []
  const state = viewStateOf(query)
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useNearEnd(end, hasNextPage && !isFetchingNextPage && !isFetchNextPageError, deals.length, () => void fetchNextPage())
  const params = { c: community.customUri }
  const writeLink = (
    <ButtonLink kind="primary" icon="plus" to="/$c/vie-locale/edition" params={params}>
      {t('dealwriting.write')}
    </ButtonLink>
  )
  return (
    <>
      <TopBar
        title={t(me.abilities.runCommunity ? 'dealwriting.mine.team' : 'dealwriting.mine')}
        backTarget={{ to: '/$c/vie-locale', params }}
        endContent={
          deals.length > 0 && (
            <ButtonLink kind="tint" size="s" icon="plus" to="/$c/vie-locale/edition" params={params}>
              {t('dealwriting.write')}
            </ButtonLink>
          )
        }
      />
      <Main>
        {state === 'waiting' && (
          <SlowLoading>
            <SkeletonCard photo={false} />
            <SkeletonCard photo={false} silent />
          </SlowLoading>
        )}
        {state === 'failed' && <LoadError query={query} title={t('dealwriting.mine.failed')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {query.data &&
          state !== 'failed' &&
          (deals.length === 0 ? (
            <Card>
              <EmptyState
                picture="board"
                title={t('dealwriting.mine.empty')}
                text={t('dealwriting.mine.empty.text')}
                action={writeLink}
              />
            </Card>
          ) : (
            <>
              <ul className={css.list} aria-label={t('dealwriting.mine.list')} aria-busy={isFetchingNextPage}>
                {deals.map(deal => (
                  <li key={deal._id}>
                    <ManagedDeal
                      deal={deal}
                      communityUri={community.customUri}
                      isOwn={deal.keeping?.author._id === me._id}
                    />
                  </li>
                ))}
              </ul>
              <div ref={end}>
                {isFetchNextPageError && (
                  <InlineError text={t('dealwriting.mine.more')} onRetry={() => void fetchNextPage()} />
                )}
              </div>
            </>
          ))}
      </Main>
    </>
  )
}
