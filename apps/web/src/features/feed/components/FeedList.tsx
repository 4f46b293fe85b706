import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  WindowVirtualizer,
  type CacheSnapshot,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua'
import { useText } from '#web/kernel/text/i18n.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { Button } from '#web/ui/Button.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { ListedPost } from './ListedPost.tsx'
import type { PostCardProps } from './PostCard.tsx'
import css from './FeedList.module.css'

/**
 * Height of a card before it is measured, in pixels. Close to real heights, so that the first render has no card
 * outside the viewport.
 */
const ESTIMATED_CARD_PX = 420
/** Number of cards with eagerly loaded pictures; the other cards of the viewport are rendered after them. */
const FIRST_CARDS = 2

/** Measured card heights by list, with which the scroll position is restored when the viewer returns. */
const heightsByList = new Map<string, CacheSnapshot>()

export interface FeedListProps {
  /** Identifies the list whose scroll position is restored. */
  listKey: string
  /** Ids of the posts, newest first. */
  ids: string[]
  community: PostCardProps['community']
  actions: PostCardProps['actions']
  /** Whether the previous list is still shown while another list is being fetched. */
  dimmed: boolean
  isOffline: boolean
  hasMore: boolean
  isLoadingMore: boolean
  hasLoadMoreFailed: boolean
  onLoadMore: () => void
}

export const FeedList = ({
  listKey,
  ids,
  community,
  actions,
  dimmed,
  isOffline,
  hasMore,
  isLoadingMore,
  hasLoadMoreFailed,
  onLoadMore,
}: FeedListProps) => {
  const { t } = useText()
  const virtualizerRef = useRef<WindowVirtualizerHandle>(null)
  const endRef = useRef<HTMLDivElement>(null)
  const restoredHeights = heightsByList.get(listKey)
  const renderedCount = useRenderedCount(restoredHeights !== undefined)
  useNearEnd(endRef, hasMore && !isLoadingMore && !hasLoadMoreFailed && !dimmed, ids.length, onLoadMore)
  useLayoutEffect(
    () => () => {
      if (virtualizerRef.current) heightsByList.set(listKey, virtualizerRef.current.cache)
    },
    [listKey],
  )
  return (
    <div className={css.feed} aria-busy={dimmed || isLoadingMore} data-dimmed={dimmed || undefined}>
      <WindowVirtualizer
        ref={virtualizerRef}
        data={ids}
        itemSize={ESTIMATED_CARD_PX}
        cache={restoredHeights}
        as={List}
        item={Item}
      >
        {(id, n) => (
          <div key={id} className={css.item}>
            {n < renderedCount ? (
              <ListedPost id={id} community={community} actions={actions} eager={n < FIRST_CARDS} />
            ) : (
              <SkeletonCard silent />
            )}
          </div>
        )}
      </WindowVirtualizer>
      <div ref={endRef} className={css.end}>
        {isLoadingMore && !isOffline && <SkeletonCard photo={false} />}
        {hasLoadMoreFailed && !isOffline && (
          <div className={css.failed}>
            <p>{t('feed.more.failed')}</p>
            <Button icon="rotate-cw" onClick={onLoadMore}>
              {t('common.retry')}
            </Button>
          </div>
        )}
        {isOffline ? <p>{t('feed.end.offline')}</p> : !hasMore && <p>{t('feed.end')}</p>}
      </div>
    </div>
  )
}

/**
 * Number of cards to render, in interruptible steps that do not block a slow phone: first none (the virtualizer renders
 * in one go once it knows the window height), then the first cards, then all. A list to which the viewer returns
 * renders all cards at once, so that its scroll position can be restored.
 */
const useRenderedCount = (isRestored: boolean) => {
  const [renderedCount, setRenderedCount] = useState(isRestored ? Infinity : 0)
  useEffect(() => {
    startTransition(() => setRenderedCount(renderedCount === 0 ? FIRST_CARDS : Infinity))
  }, [renderedCount])
  return renderedCount
}

const List = ({ ref, style, children }: CustomContainerComponentProps) => {
  const { t } = useText()
  // The virtualizer disables pointer events during and shortly after scrolling, which would lose taps.
  return (
    <ul ref={ref} className={css.list} style={{ ...style, pointerEvents: undefined }} aria-label={t('feed.list')}>
      {children}
    </ul>
  )
}

/** `aria-setsize` is -1 because the total number of posts is unknown. */
const Item = ({ ref, style, index, children }: CustomItemComponentProps) => (
  <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={-1}>
    {children}
  </li>
)
