import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useLayoutEffect, useRef } from 'react'
import { WindowVirtualizer, type CustomContainerComponentProps, type CustomItemComponentProps, type WindowVirtualizerHandle } from 'virtua'
import { useText } from '#web/kernel/i18n.ts'
import { useNearEnd } from '#web/kernel/near-end.ts'
import { Button } from '#web/ui/Button.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { rememberedHeights, rememberHeights } from '../feed.scroll.ts'
import { PostCard, type PostCardProps } from './PostCard.tsx'
import css from './FeedList.module.css'

/** A card before it is measured, in pixels: near the truth, so that the first drawing holds no card that nobody sees. */
const CARD_PX = 420
/** Cards of the first drawing, which can be interrupted, with pictures that come at once; those after them are drawn in one go once the list knows its window. */
const FIRST_CARDS = 2

export interface FeedListProps {
  /** What names this list among others: its place is found again by it. */
  name: readonly unknown[]
  posts: LiveEvent[]
  community: PostCardProps['community']
  acts: PostCardProps['acts']
  /** The list of before, while another is fetched. */
  dimmed: boolean
  more: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

export const FeedList = ({ name, posts, community, acts, dimmed, more, loading, failed, onMore }: FeedListProps) => {
  const { t } = useText()
  const list = useRef<WindowVirtualizerHandle>(null)
  const end = useRef<HTMLDivElement>(null)
  useNearEnd(end, posts.length, () => { if (more && !loading && !failed && !dimmed) onMore() })
  useLayoutEffect(() => () => { if (list.current) rememberHeights(name, list.current.cache) }, [name])
  return (
    <div className={css.feed} aria-busy={dimmed || loading} data-dimmed={dimmed || undefined}>
      <WindowVirtualizer ref={list} data={posts} itemSize={CARD_PX} ssrCount={FIRST_CARDS} cache={rememberedHeights(name)} as={List} item={Item}>
        {(post, n) => <div key={post._id} className={css.item}><PostCard post={post} community={community} acts={acts} eager={n < FIRST_CARDS} /></div>}
      </WindowVirtualizer>
      <div ref={end} className={css.end}>
        {loading && <SkeletonCard photo={false} />}
        {failed && <div className={css.failed}><p>{t('feed.more.failed')}</p><Button icon="rotate-cw" onClick={onMore}>{t('common.retry')}</Button></div>}
        {!more && <p>{t('feed.end')}</p>}
      </div>
    </div>
  )
}

const List = ({ ref, style, children }: CustomContainerComponentProps) => {
  const { t } = useText()
  return <ul ref={ref} className={css.list} style={style} aria-label={t('feed.list')}>{children}</ul>
}

/** How many there are in all is not known. */
const Item = ({ ref, style, index, children }: CustomItemComponentProps) => <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={-1}>{children}</li>
