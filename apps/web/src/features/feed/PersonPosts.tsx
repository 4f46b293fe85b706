import type { Author } from '@parvis/contract/entity.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { PostCard, type PostCardProps } from './components/PostCard.tsx'
import type { PostActs, Reader } from './components/post-acts.ts'
import { feedKeys, feedQuery, listOf } from './feed.queries.ts'
import { topQuery } from './feed.top.ts'
import { usePost } from './posts.store.ts'
import { useFeedList } from './use-feed-list.ts'
import { usePostActs } from './use-post-acts.tsx'
import css from './PersonPosts.module.css'

export interface PersonPostsProps {
  person: Pick<Author, '_id' | 'gender'>
  community: PostCardProps['community'] & { _id: string }
  me: Reader
  /** Opens the dialog that blocks the author of a post. */
  onBlock: PostActs['onBlock']
}

/** The posts of one member that the viewer can see; nothing where there are none. */
export const PersonPosts = ({ person, community, me, onBlock }: PersonPostsProps) => {
  const { t } = useText()
  const asked = useMemo(() => ({ author: person._id }), [person._id])
  const feed = useInfiniteQuery(feedQuery(community._id, asked))
  const top = useQuery({ ...topQuery(community._id, asked, useQueryClient()), enabled: feed.isSuccess })
  const list = useMemo(() => feedKeys.list(community._id, asked), [community._id, asked])
  const name = useMemo(() => listOf(list), [list])
  const { ids } = useFeedList(name, feed.data, top.data ?? null)
  const { acts, dialog } = usePostActs(me, community.customUri, undefined, onBlock)
  const isFailed = stateOf(feed) === 'failed' || feed.isFetchNextPageError
  const again = () => void (feed.data ? feed.fetchNextPage() : feed.refetch())
  if (ids.length === 0 && !isFailed && !feed.hasNextPage) return null
  return (
    <section className={css.posts} aria-labelledby="posts">
      <h2 id="posts">{t('feed.of', { gender: person.gender ?? 'other' })}</h2>
      <ul>
        {ids.map(id => (
          <li key={id}>
            <ListedPost id={id} community={community} acts={acts} />
          </li>
        ))}
      </ul>
      {(isFailed || feed.hasNextPage) && (
        <div className={css.more}>
          {isFailed && <p>{t('feed.of.failed')}</p>}
          <Button icon={isFailed ? 'rotate-cw' : undefined} busy={feed.isFetching} onClick={again}>
            {t(isFailed ? 'common.retry' : 'feed.of.more')}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  )
}

/** Subscribes to its post, so that one card renders alone when its post changes. */
const ListedPost = ({ id, ...rest }: Omit<PostCardProps, 'post'> & { id: string }) => {
  const post = usePost(id)
  return post && <PostCard post={post} {...rest} />
}
