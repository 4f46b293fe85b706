import { displayName } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { shownCount } from '#web/ui/Count.tsx'
import { IconButton, spokenLabel } from '#web/ui/IconButton.tsx'
import { hasGroup } from '../has-group.ts'
import { AnswerButton } from './AnswerButton.tsx'
import type { PostActs } from './post-acts.ts'
import css from './PostFoot.module.css'

export interface PostFootProps {
  post: LiveEvent
  /** The post accepts no more answers. */
  past: boolean
  acts: PostActs
}

/** The answer button, then chat and share. */
export const PostFoot = ({ post, past, acts }: PostFootProps) => {
  const { t } = useText()
  // The author sees the group once somebody else was in it.
  const isOwn = post.userId === acts.reader._id
  const talks = (
    <>
      {(acts.reader.isGuest ? post.groupId !== 'weather' : post.abilities.chat && acts.reader.mayAnswer) && (
        <IconButton
          icon="message-circle"
          label={t('feed.chat', { name: displayName(post.user) })}
          onClick={() => acts.onChat(post)}
        />
      )}
      {hasGroup(post) &&
        (post.interested || (isOwn && post.interestedCount + post.messagesCount > 0)) &&
        (post.messagesCount > 0 ? (
          <Button
            kind="quiet"
            icon="users"
            aria-label={spokenLabel(t('feed.group'), post.messagesCount)}
            onClick={() => acts.onGroup(post)}
          >
            {shownCount(post.messagesCount)}
          </Button>
        ) : (
          <IconButton icon="users" label={t('feed.group')} onClick={() => acts.onGroup(post)} />
        ))}
    </>
  )
  const share = { icon: 'share-2', onClick: () => acts.onShare(post) } as const
  // A given answer can be withdrawn, also from a past post.
  if (past && !post.interested)
    return (
      <footer className={css.foot}>
        <span className={css.over}>{t(post.cancelled ? 'feed.calledoff' : 'feed.past.closed')}</span>
        {talks}
        <IconButton {...share} label={t('feed.share')} />
      </footer>
    )
  // The author has no answer button, but the group of those who answered, or while there are none a button to share.
  return (
    <footer className={css.foot}>
      {!acts.reader.suspended && (post.abilities.answer || post.interested || !acts.reader.mayAnswer) ? (
        <>
          <AnswerButton post={post} gender={acts.reader.gender} onAnswer={() => acts.onAnswer(post)} />
          {talks}
          <IconButton {...share} label={t('feed.share')} />
        </>
      ) : (isOwn || !acts.reader.suspended) && hasGroup(post) && post.interestedCount > 0 ? (
        <>
          <Button kind="primary" icon="users" onClick={() => acts.onGroup(post)}>
            {t('feed.group.own')}
            {post.messagesCount > 0 && ` · ${shownCount(post.messagesCount)}`}
          </Button>
          <IconButton {...share} label={t('feed.share')} />
        </>
      ) : (
        <>
          <Button {...share}>{t('feed.share')}</Button>
          {talks}
        </>
      )}
    </footer>
  )
}
