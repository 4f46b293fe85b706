import { useInfiniteQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { CaseRow } from './components/CaseRow.tsx'
import { casesQuery } from './moderation.queries.ts'
import css from './CasesCard.module.css'

/** What has been decided, the latest first. */
export const DecidedCases = ({ community }: { community: { _id: string; customUri: string } | null }) => {
  const { t } = useText()
  const query = useInfiniteQuery(casesQuery(community?._id ?? null, 'decided'))
  const state = stateOf(query)
  const cases = query.data?.pages.flatMap(page => page.docs) ?? []
  return (
    <>
      {state === 'waiting' && <SkeletonCard photo={false} />}
      {state === 'failed' && <Failed query={query} title={t('moderation.before.failed')} />}
      {state === 'stale' && <LastSeen query={query} />}
      {query.data && state !== 'failed' && (
        <Card className={css.page}>
          {cases.length === 0 ? (
            <Empty picture="board" title={t('moderation.before.none')} text={t('moderation.before.none.text')} />
          ) : (
            <ul className={css.list}>
              {cases.map(one => (
                <CaseRow key={one._id} one={one} communityUri={community?.customUri ?? null} />
              ))}
            </ul>
          )}
          {query.hasNextPage && (
            <div className={css.more}>
              <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('moderation.more')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  )
}
