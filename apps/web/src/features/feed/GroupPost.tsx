import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { AnswerButton } from './components/AnswerButton.tsx'
import { headlineOf } from './headline.ts'
import { useAnswerPost } from './feed.mutations.ts'
import { usePost } from './posts.store.ts'
import { whenAndWhere } from './when-and-where.ts'
import css from './GroupPost.module.css'

export interface GroupPostProps {
  post: FeedPost
  community: { customUri: string; timezone: string }
  me: SessionUser
}

/** The post of a group conversation, with the viewer’s answer; withdrawing the answer leaves the group. */
export const GroupPost = ({ post: initialPost, community, me }: GroupPostProps) => {
  const { t, language } = useText()
  const format = useFormat()
  const now = useNow()
  const post = usePost(initialPost._id) ?? initialPost
  const { mutate: answer } = useAnswerPost(me)
  const isPast = isPastEvent(post, community.timezone, now)
  const { when, where } = whenAndWhere(post, {
    isPast,
    isOwn: post.userId === me._id,
    timezone: community.timezone,
    language,
    format,
    t,
  })
  const [first, second] = [when ?? where ?? headlineOf(post, language).text, when ? where : null]
  const fallbackIcon = (
    <span className={css.plain}>
      <Icon name="calendar" />
    </span>
  )
  return (
    <div className={css.event}>
      <Link to="/$c/actualites/publication" params={{ c: community.customUri }} search={{ id: post._id }}>
        {post.photo ? <Thumb uri={post.photo.uri}>{fallbackIcon}</Thumb> : fallbackIcon}
        <span className={css.words}>
          <b dir="auto">{post.cancelled ? <s>{first}</s> : first}</b>
          <small dir="auto">{post.cancelled ? t('feed.calledoff') : (second ?? format.ago(post.dateAdded))}</small>
        </span>
      </Link>
      {(post.abilities.answer || post.interested) && !me.suspendedUntil && (
        <AnswerButton post={post} gender={me.gender} onAnswer={() => answer(post)} />
      )}
    </div>
  )
}
