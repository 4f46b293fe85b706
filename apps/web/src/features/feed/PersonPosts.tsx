import type { Author } from '@parvis/contract/entity.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { PostCard, type PostCardProps } from './components/PostCard.tsx'
import type { PostActions, Viewer } from './components/post-actions.ts'
import { feedKeys, feedQuery, parseListKey } from './feed.queries.ts'
import { topQuery } from './feed.top.ts'
import { usePost } from './posts.store.ts'
import { useFeedList } from './use-feed-list.ts'
import { usePostActions } from './use-post-actions.tsx'
import css from './PersonPosts.module.css'

export interface PersonPostsProps {
  person: Pick<Author, '_id' | 'gender'>
  community: PostCardProps['community'] & { _id: string }
  me: Viewer
  /** Opens the dialog that blocks the author of a post. */
  onBlock: PostActions['onBlock']
}

/** Posts of one member that the viewer can see; renders nothing when there are none. */
export const PersonPosts = ({ person, community, me, onBlock }: PersonPostsProps) => {
  const { t } = useText()
  const criteria = useMemo(() => ({ author: person._id }), [person._id])
  const feed = useInfiniteQuery(feedQuery(community._id, criteria))
  const top = useQuery({ ...topQuery(community._id, criteria, useQueryClient()), enabled: feed.isSuccess })
  const listKey = useMemo(() => feedKeys.list(community._id, criteria), [community._id, criteria])
  const listId = useMemo(() => parseListKey(listKey), [listKey])
  const { ids } = useFeedList(listId, feed.data, top.data ?? null)
  const { actions, dialog } = usePostActions(me, community.customUri, undefined, onBlock)
  const isFailed = viewStateOf(feed) === 'failed' || feed.isFetchNextPageError
  const loadOrRetry = () => void (feed.data ? feed.fetchNextPage() : feed.refetch())
  if (ids.length === 0 && !isFailed && !feed.hasNextPage) return null
  return (
    <section className={css.posts} aria-labelledby="posts">
      <h2 id="posts">{t('feed.of', { gender: person.gender ?? 'other' })}</h2>
      <ul>
        {ids.map(id => (
          <li key={id}>
            <ListedPost id={id} community={community} actions={actions} />
          </li>
        ))}
      </ul>
      {(isFailed || feed.hasNextPage) && (
        <div className={css.more}>
          {isFailed && <p>{t('feed.of.failed')}</p>}
          <Button icon={isFailed ? 'rotate-cw' : undefined} busy={feed.isFetching} onClick={loadOrRetry}>
            {t(isFailed ? 'common.retry' : 'feed.of.more')}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  )
}

/** Subscribes to one post, so that only its card renders when the post changes. */
const ListedPost = ({ id, ...rest }: Omit<PostCardProps, 'post'> & { id: string }) => {
  const post = usePost(id)
  return post && <PostCard post={post} {...rest} />
}
