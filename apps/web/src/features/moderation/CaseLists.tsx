import { useInfiniteQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { sortMinorsFirst } from './case-text.ts'
import { CaseRow } from './components/CaseRow.tsx'
import { RowsSkeleton } from './components/RowsSkeleton.tsx'
import type { CaseListSearch } from './list-target.ts'
import { casesQuery } from './moderation.queries.ts'
import css from './CasesCard.module.css'

export interface CaseListsProps extends CaseListSearch {
  community: { _id: string; customUri: string } | null
  onListChange: (search: CaseListSearch) => void
}

const SKELETON_ROWS = 6

/** All pending cases, those that concern minors first and then the oldest; or all decided cases, latest first. */
export const CaseLists = ({ community, liste, onListChange }: CaseListsProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(casesQuery(community?._id ?? null, liste ? 'decided' : 'waiting'))
  const state = viewStateOf(query)
  const docs = query.data?.pages.flatMap(page => page.docs) ?? []
  const cases = liste ? docs : sortMinorsFirst(docs)
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
          onChange={chosen => onListChange({ liste: chosen === 'tranches' ? chosen : undefined })}
        />
      </div>
      {state === 'failed' && (
        <LoadError query={query} title={t(liste ? 'moderation.before.failed' : 'moderation.failed')} />
      )}
      {state === 'stale' && <LastUpdated query={query} />}
      {state === 'waiting' && (
        <Card className={css.page} role="status" aria-label={t('common.loading')}>
          <div className={css.calm}>
            <RowsSkeleton count={SKELETON_ROWS} />
          </div>
        </Card>
      )}
      {query.data && state !== 'failed' && (
        <Card className={css.page}>
          {cases.length > 0 ? (
            <ul className={css.list}>
              {cases.map(one => (
                <CaseRow key={one._id} moderationCase={one} communityUri={community?.customUri ?? null} />
              ))}
            </ul>
          ) : liste ? (
            <EmptyState picture="board" title={t('moderation.before.none')} text={t('moderation.before.none.text')} />
          ) : (
            <EmptyState picture="board" title={t('moderation.none.title')} text={t('moderation.none.text')} />
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
