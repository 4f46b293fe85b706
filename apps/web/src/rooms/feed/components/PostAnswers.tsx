import type { LiveEvent } from '@parvis/contract/feed.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/kernel/clock.ts'
import { useText } from '#web/kernel/i18n.ts'
import { AvatarStack, type AvatarStackProps } from '#web/ui/AvatarStack.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { isOver } from '../post-over.ts'
import css from './PostAnswers.module.css'

export type Answered = Pick<LiveEvent, 'groupId' | 'interested' | 'interestedCount' | 'date' | 'dateAdded' | 'eventId'> & { user: Pick<LiveEvent['user'], 'gender'> }

export interface PostAnswersProps {
  post: Answered
  /** Leads to who answered, for who may know. */
  target?: Target
  /** Some of who answered. */
  faces?: AvatarStackProps['people']
}

/** How many answered, in the words of the group. */
export const PostAnswers = ({ post, target, faces = [] }: PostAnswersProps) => {
  if (post.interestedCount === 0) return null
  const line = <>{faces.length > 0 ? <AvatarStack people={faces} /> : <Icon name="users" size="s" />}<Sentence post={post} /></>
  return target ? <Link className={css.answers} {...target}>{line}</Link> : <p className={css.answers}>{line}</p>
}

const Sentence = ({ post }: { post: Answered }) => {
  const { t } = useText()
  const now = useNow()
  const { interested, interestedCount, user } = post
  // of what is past nobody "is coming": they answered
  const groupId = post.groupId === 'activity' && isOver(post, now) ? 'proposal' : post.groupId
  const others = interestedCount - 1
  return interested
    ? <span><b>{t('feed.answers.you')}</b> {others > 0 ? t('feed.answers.and', { count: others }) : t(`feed.answers.alone.${groupId}`)}</span>
    : <span>{t(`feed.answers.${groupId}`, { count: interestedCount, gender: user.gender ?? 'other' })}</span>
}
