import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { DatedPost } from './calendar-days.ts'
import { headlineOf } from './headline.ts'

/** Returns the texts of an event in a list under `day`: today for an event that started earlier and has not ended. */
export const useEventTexts = ({ post, timing }: DatedPost, day: string, timezone: string) => {
  const { t, language } = useText()
  const { time } = useFormat()
  return {
    ...headlineOf(post, language),
    when: timing.isWholeDay ? t('calendar.wholeday') : time(new Date(timing.startsAt).toISOString(), timezone),
    since: timing.day < day && !timing.isWholeDay && t('calendar.since'),
    people: post.interestedCount > 0 && t('calendar.people', { count: post.interestedCount }),
  }
}
