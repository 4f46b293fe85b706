import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  WindowVirtualizer,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua'
import { useText } from '#web/kernel/text/i18n.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { Button } from '#web/ui/Button.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { usePost } from '../posts.store.ts'
import { rememberedHeights, rememberHeights } from '../feed.scroll.ts'
import { PostCard, type PostCardProps } from './PostCard.tsx'
import css from './FeedList.module.css'

/**
 * A card before it is measured, in pixels: near the truth, so that the first drawing holds no card that nobody sees.
 */
const CARD_PX = 420
/** Cards with pictures that come at once; the others that fill the window are drawn after them. */
const FIRST_CARDS = 2

export interface FeedListProps {
  /** What names this list among others: its place is found again by it. */
  name: readonly unknown[]
  /** Of the posts, newest first. */
  ids: string[]
  community: PostCardProps['community']
  acts: PostCardProps['acts']
  /** The list of before, while another is fetched. */
  dimmed: boolean
  offline: boolean
  more: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

export const FeedList = ({
  name,
  ids,
  community,
  acts,
  dimmed,
  offline,
  more,
  loading,
  failed,
  onMore,
}: FeedListProps) => {
  const { t } = useText()
  const list = useRef<WindowVirtualizerHandle>(null)
  const end = useRef<HTMLDivElement>(null)
  const remembered = rememberedHeights(name)
  const drawn = useDrawnCards(remembered !== undefined)
  useNearEnd(end, more && !loading && !failed && !dimmed, ids.length, onMore)
  useLayoutEffect(
    () => () => {
      if (list.current) rememberHeights(name, list.current.cache)
    },
    [name],
  )
  return (
    <div className={css.feed} aria-busy={dimmed || loading} data-dimmed={dimmed || undefined}>
      <WindowVirtualizer ref={list} data={ids} itemSize={CARD_PX} cache={remembered} as={List} item={Item}>
        {(id, n) => (
          <div key={id} className={css.item}>
            {n < drawn ? (
              <ListedPost id={id} community={community} acts={acts} eager={n < FIRST_CARDS} />
            ) : (
              <SkeletonCard silent />
            )}
          </div>
        )}
      </WindowVirtualizer>
      <div ref={end} className={css.end}>
        {loading && !offline && <SkeletonCard photo={false} />}
        {failed && !offline && (
          <div className={css.failed}>
            <p>{t('feed.more.failed')}</p>
            <Button icon="rotate-cw" onClick={onMore}>
              {t('common.retry')}
            </Button>
          </div>
        )}
        {offline ? <p>{t('feed.end.offline')}</p> : !more && <p>{t('feed.end')}</p>}
      </div>
    </div>
  )
}

/** A card draws alone when its post changes. */
const ListedPost = ({ id, ...rest }: Omit<PostCardProps, 'post'> & { id: string }) => {
  const post = usePost(id)
  return post && <PostCard post={post} {...rest} />
}

/**
 * How many cards are drawn, in steps that can be interrupted, so that a slow phone is not held: none with the screen
 * (the virtualizer draws in one go when it has seen how high the window is), the first of them, all. A list that is
 * returned to is drawn whole at once: its place is there to be found.
 */
const useDrawnCards = (returned: boolean) => {
  const [drawn, setDrawn] = useState(returned ? Infinity : 0)
  useEffect(() => {
    startTransition(() => setDrawn(drawn === 0 ? FIRST_CARDS : Infinity))
  }, [drawn])
  return drawn
}

const List = ({ ref, style, children }: CustomContainerComponentProps) => {
  const { t } = useText()
  // the virtualizer takes no tap while the window scrolls, and a moment after: a tap would come to nothing
  return (
    <ul ref={ref} className={css.list} style={{ ...style, pointerEvents: undefined }} aria-label={t('feed.list')}>
      {children}
    </ul>
  )
}

/** How many there are in all is not known. */
const Item = ({ ref, style, index, children }: CustomItemComponentProps) => (
  <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={-1}>
    {children}
  </li>
)
