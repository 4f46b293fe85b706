import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { FeedSearch } from '../feed.search.ts'

export interface FeedEmptyProps {
  criteria: FeedSearch
  onCriteriaChange: (change: FeedSearch) => void
  onRefetch: () => void
}

/** Empty states of the feed: no search result, no post of the filtered group, or no post at all. */
export const FeedEmpty = ({ criteria, onCriteriaChange, onRefetch }: FeedEmptyProps) => {
  const { t } = useText()
  if (criteria.search) {
    return (
      <EmptyState
        picture="search"
        title={t('feed.none.title')}
        text={t('feed.none.text', { search: criteria.search })}
        action={
          <Button onClick={() => onCriteriaChange({ search: undefined, filter: 'all' })}>{t('feed.none.clear')}</Button>
        }
      />
    )
  }
  if (criteria.filter && criteria.filter !== 'all') {
    return (
      <EmptyState
        picture="board"
        title={t('feed.emptyfilter.title')}
        text={t(criteria.filter === 'my' ? 'feed.emptyfilter.my' : 'feed.emptyfilter.text')}
        action={<Button onClick={() => onCriteriaChange({ filter: 'all' })}>{t('feed.emptyfilter.all')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      picture="board"
      title={t('feed.empty.title')}
      text={t('feed.empty.text')}
      action={
        <Button icon="rotate-cw" onClick={onRefetch}>
          {t('feed.empty.again')}
        </Button>
      }
    />
  )
}
