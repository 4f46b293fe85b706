import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatCount } from '#web/ui/Count.tsx'
import { IconButton, labelWithCount } from '#web/ui/IconButton.tsx'
import { hasGroup } from '../has-group.ts'
import { AnswerButton } from './AnswerButton.tsx'
import type { PostActions } from './post-actions.ts'
import css from './PostFooter.module.css'

export interface PostFooterProps {
  post: FeedPost
  /** Whether the post accepts no more answers. */
  isClosed: boolean
  actions: PostActions
}

/** Footer of a card: the answer button, then the chat and share buttons. */
export const PostFooter = ({ post, isClosed, actions }: PostFooterProps) => {
  const { t } = useText()
  // For the author, the button of the group appears once somebody has joined the group or written in it.
  const isOwn = post.userId === actions.viewer._id
  const chatButtons = (
    <>
      {(actions.viewer.isGuest ? post.groupId !== 'weather' : post.abilities.chat && actions.viewer.canAnswer) && (
        <IconButton
          icon="message-circle"
          label={t('feed.chat', { name: displayName(post.user) })}
          onClick={() => actions.onChat(post)}
        />
      )}
      {hasGroup(post) &&
        (post.interested || (isOwn && post.interestedCount + post.messagesCount > 0)) &&
        (post.messagesCount > 0 ? (
          <Button
            kind="quiet"
            icon="users"
            aria-label={labelWithCount(t('feed.group'), post.messagesCount)}
            onClick={() => actions.onGroup(post)}
          >
            {formatCount(post.messagesCount)}
          </Button>
        ) : (
          <IconButton icon="users" label={t('feed.group')} onClick={() => actions.onGroup(post)} />
        ))}
    </>
  )
  const share = { icon: 'share-2', onClick: () => actions.onShare(post) } as const
  // A given answer can be withdrawn even when the post is past.
  if (isClosed && !post.interested)
    return (
      <footer className={css.foot}>
        <span className={css.over}>{t(post.cancelled ? 'feed.calledoff' : 'feed.past.closed')}</span>
        {chatButtons}
        <IconButton {...share} label={t('feed.share')} />
      </footer>
    )
  // Instead of an answer button, the author has the button of the group, or a share button until somebody
  // answers.
  return (
    <footer className={css.foot}>
      {!actions.viewer.isSuspended && (post.abilities.answer || post.interested || !actions.viewer.canAnswer) ? (
        <>
          <AnswerButton post={post} gender={actions.viewer.gender} onAnswer={() => actions.onAnswer(post)} />
          {chatButtons}
          <IconButton {...share} label={t('feed.share')} />
        </>
      ) : (isOwn || !actions.viewer.isSuspended) && hasGroup(post) && post.interestedCount > 0 ? (
        <>
          <Button kind="primary" icon="users" onClick={() => actions.onGroup(post)}>
            {t('feed.group.own')}
            {post.messagesCount > 0 && ` · ${formatCount(post.messagesCount)}`}
          </Button>
          <IconButton {...share} label={t('feed.share')} />
        </>
      ) : (
        <>
          <Button {...share}>{t('feed.share')}</Button>
          {chatButtons}
        </>
      )}
    </footer>
  )
}
