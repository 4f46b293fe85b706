import { useInfiniteQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { minorsFirst } from './case-words.ts'
import { CaseRow } from './components/CaseRow.tsx'
import { RowsWaiting } from './components/RowsWaiting.tsx'
import type { ListSearch } from './list-target.ts'
import { casesQuery } from './moderation.queries.ts'
import css from './CasesCard.module.css'

export interface CaseListsProps extends ListSearch {
  community: { _id: string; customUri: string } | null
  onList: (search: ListSearch) => void
}

const BONES = 6

/** All pending cases, oldest first; or all decided cases, latest first. */
export const CaseLists = ({ community, liste, onList }: CaseListsProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(casesQuery(community?._id ?? null, liste ? 'decided' : 'waiting'))
  const state = stateOf(query)
  const docs = query.data?.pages.flatMap(page => page.docs) ?? []
  const cases = liste ? docs : minorsFirst(docs)
  return (
    <>
      <div className={css.lists}>
        <Segmented
          label={t('moderation.lists')}
          options={[
            { value: 'attente', label: t('moderation.waiting') },
            { value: 'tranches', label: t('moderation.before') },
          ]}
          value={liste ?? 'attente'}
          onChange={chosen => onList({ liste: chosen === 'tranches' ? chosen : undefined })}
        />
      </div>
      {state === 'failed' && (
        <Failed query={query} title={t(liste ? 'moderation.before.failed' : 'moderation.failed')} />
      )}
      {state === 'stale' && <LastSeen query={query} />}
      {state === 'waiting' && (
        <Card className={css.page} role="status" aria-label={t('common.loading')}>
          <div className={css.calm}>
            <RowsWaiting count={BONES} />
          </div>
        </Card>
      )}
      {query.data && state !== 'failed' && (
        <Card className={css.page}>
          {cases.length > 0 ? (
            <ul className={css.list}>
              {cases.map(one => (
                <CaseRow key={one._id} one={one} communityUri={community?.customUri ?? null} />
              ))}
            </ul>
          ) : liste ? (
            <Empty picture="board" title={t('moderation.before.none')} text={t('moderation.before.none.text')} />
          ) : (
            <Empty picture="board" title={t('moderation.none.title')} text={t('moderation.none.text')} />
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
