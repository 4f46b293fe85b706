import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './PostAnswers.module.css'

export type Answered = Pick<LiveEvent, 'groupId' | 'interested' | 'interestedCount'> & { user: Pick<LiveEvent['user'], 'gender'> }

/** How many answered, in the words of the group. */
export const PostAnswers = ({ post: { groupId, interested, interestedCount, user } }: { post: Answered }) => {
  const { t } = useText()
  if (interestedCount === 0) return null
  const others = interestedCount - 1
  return (
    <p className={css.answers}>
      <Icon name="users" size="s" />
      {interested
        ? <span><b>{t('feed.answers.you')}</b> {others > 0 ? t('feed.answers.and', { count: others }) : t(`feed.answers.alone.${groupId}`)}</span>
        : <span>{t(`feed.answers.${groupId}`, { count: interestedCount, gender: user.gender ?? 'other' })}</span>}
    </p>
  )
}
