import type { FeedPost } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconAnchor } from '#web/ui/IconLink.tsx'
import { headlineOf } from '../headline.ts'

/** Downloads one post as an .ics file for the calendar of the device. */
export const AddToCalendar = ({ post }: { post: Pick<FeedPost, '_id' | 'eventId' | 'user'> }) => {
  const { t, language } = useText()
  return (
    <IconAnchor
      icon="calendar-plus"
      label={t('feed.calendar.add', { title: headlineOf(post, language).text })}
      href={`/events/ics/${post._id}?lang=${language}`}
      download
    />
  )
}
