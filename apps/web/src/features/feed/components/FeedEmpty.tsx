import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import type { FeedSearch } from '../feed.search.ts'

export interface FeedEmptyProps {
  asked: FeedSearch
  onAsk: (change: FeedSearch) => void
  onAgain: () => void
}

/** The empty states of the feed: nothing found, nothing of this kind, or nothing yet. */
export const FeedEmpty = ({ asked, onAsk, onAgain }: FeedEmptyProps) => {
  const { t } = useText()
  if (asked.search) {
    return (
      <Empty
        picture="search"
        title={t('feed.none.title')}
        text={t('feed.none.text', { search: asked.search })}
        action={<Button onClick={() => onAsk({ search: undefined, filter: 'all' })}>{t('feed.none.clear')}</Button>}
      />
    )
  }
  if (asked.filter && asked.filter !== 'all') {
    return (
      <Empty
        picture="board"
        title={t('feed.emptyfilter.title')}
        text={t(asked.filter === 'my' ? 'feed.emptyfilter.my' : 'feed.emptyfilter.text')}
        action={<Button onClick={() => onAsk({ filter: 'all' })}>{t('feed.emptyfilter.all')}</Button>}
      />
    )
  }
  return (
    <Empty
      picture="board"
      title={t('feed.empty.title')}
      text={t('feed.empty.text')}
      action={
        <Button icon="rotate-cw" onClick={onAgain}>
          {t('feed.empty.again')}
        </Button>
      }
    />
  )
}
