import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { AvatarStack, type AvatarStackProps } from '#web/ui/AvatarStack.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type AnsweredPost, answerMeaningOf } from '../answer-meaning.ts'
import css from './PostAnswers.module.css'

export interface PostAnswersProps {
  post: AnsweredPost
  isPast: boolean
  /** Link to the people who answered, for viewers who may see them. */
  target?: Target
  /** Avatars of some of the people who answered. */
  avatars?: AvatarStackProps['people']
}

/** Number of people who answered, with a text that says what the answer means. */
export const PostAnswers = ({ post, isPast, target, avatars = [] }: PostAnswersProps) => {
  const { t } = useText()
  const { number } = useFormat()
  const { interestedCount: count, user } = post
  // The count is animated when it changes, not when the card scrolls into view.
  const [initialCount] = useState(count)
  if (count === 0) return null
  const line = (
    <>
      {avatars.length > 0 ? <AvatarStack people={avatars} /> : <Icon name="users" size="s" />}
      <span>
        <span className={css.tick}>
          <b key={count} data-ticked={count !== initialCount || undefined}>
            {number(count)}
          </b>
        </span>{' '}
        {t(`feed.answers.${answerMeaningOf(post, isPast)}`, { count, gender: user.gender ?? 'other' })}
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
