import type { Author } from '@parvis/contract/entity.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ListedPost } from './components/ListedPost.tsx'
import type { PostCardProps } from './components/PostCard.tsx'
import type { PostActions, Viewer } from './components/post-actions.ts'
import { useFeed } from './use-feed-list.ts'
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
  const { feed, ids } = useFeed(community._id, { author: person._id })
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
