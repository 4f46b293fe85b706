import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { AvatarStack, type AvatarStackProps } from '#web/ui/AvatarStack.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './PostAnswers.module.css'

export type Answered = Pick<LiveEvent, 'groupId' | 'interestedCount'> & {
  user: Pick<LiveEvent['user'], 'gender' | 'role'>
}

export interface PostAnswersProps {
  post: Answered
  past: boolean
  /** Leads to who answered, for who may know. */
  target?: Target
  /** Some of who answered. */
  faces?: AvatarStackProps['people']
}

/** What an answer to this post says of whoever gave it; a notice of the team is not liked, it is found useful. */
const wordsOf = ({ groupId, user }: Answered, past: boolean): TextKey => {
  if (groupId === 'like' && isStaff(user.role)) return 'feed.answers.useful'
  return past ? `feed.answers.past.${groupId}` : `feed.answers.${groupId}`
}

/** How many people answered, and what they said by it. */
export const PostAnswers = ({ post, past, target, faces = [] }: PostAnswersProps) => {
  const { t } = useText()
  const { number } = useFormat()
  const { interestedCount: count, user } = post
  // a count rolls when it changes, not when its card comes into view
  const [first] = useState(count)
  if (count === 0) return null
  const line = (
    <>
      {faces.length > 0 ? <AvatarStack people={faces} /> : <Icon name="users" size="s" />}
      <span>
        <span className={css.tick}>
          <b key={count} data-ticked={count !== first || undefined}>
            {number(count)}
          </b>
        </span>{' '}
        {t(wordsOf(post, past), { count, gender: user.gender ?? 'other' })}
      </span>
    </>
  )
  return target ? (
    <Link className={css.answers} {...target}>
      {line}
    </Link>
  ) : (
    <p className={css.answers}>{line}</p>
  )
}
