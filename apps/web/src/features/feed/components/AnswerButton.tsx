import type { Author } from '@parvis/contract/entity.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import type { ShownPost } from '../post-record.ts'
import css from './AnswerButton.module.css'

const icons: Partial<Record<EventGroup, IconName>> = {
  welcome: 'hand',
  gooddeal: 'star',
  post: 'star',
  like: 'heart',
  weather: 'heart',
}

export interface AnswerButtonProps {
  post: Pick<ShownPost, 'groupId' | 'interested' | 'waits'>
  /** Gender of the viewer, on which French texts depend. */
  gender: Author['gender']
  onAnswer: () => void
}

/**
 * Gives or withdraws the answer. A check marks a given answer, a clock a pending one; the accessible name says what a
 * tap will do.
 */
export const AnswerButton = ({ post: { groupId, interested, waits }, gender, onAnswer }: AnswerButtonProps) => {
  const { t } = useText()
  const [touched, setTouched] = useState(false)
  const params = { gender: gender ?? 'other' }
  const given = t(`feed.answer.given.${groupId}`, params)
  return (
    // Animates only an answer that is given now, not one that was given before.
    <span className={css.answer} data-now={(touched && interested) || undefined}>
      <Button
        kind={groupId === 'activity' || groupId === 'proposal' ? 'primary' : 'soft'}
        icon={interested ? (waits ? 'clock' : 'check') : icons[groupId]}
        pressed={interested}
        aria-label={
          interested
            ? t(`feed.answer.named${waits ? '.waits' : ''}`, {
                given,
                remove: t(`feed.answer.remove.${groupId}`, params),
              })
            : undefined
        }
        onClick={() => {
          setTouched(true)
          onAnswer()
        }}
      >
        {interested ? given : t(`feed.answer.give.${groupId}`, params)}
      </Button>
    </span>
  )
}
