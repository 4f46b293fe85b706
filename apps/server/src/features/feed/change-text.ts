// Text about a changed or cancelled event, for the notification and the mail.
import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { joinDateAndTime, formatWeekdayDate, formatTime } from '#server/kernel/mail/mail-dates.ts'
import { translatorFor } from '#server/kernel/texts.ts'

export interface Change {
  date_id: string | null
  time_id: string | null
  starts_at: string | null
  timezone: string
  place: string | null
  place_en: string | null
  reason: string | null
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const eventTimeText = (language: Language, { date_id, time_id, starts_at, timezone }: Change): string | null => {
  if (date_id === DATE_NOW || date_id === DATE_TOGETHER) return translatorFor(language)(`dates.${date_id}`)
  if (starts_at === null) return null
  const at = new Date(starts_at)
  const day = capitalize(formatWeekdayDate(language, at, timezone))
  return time_id === null ? day : joinDateAndTime(language, day, formatTime(language, at, timezone))
}

/**
 * Returns the new time and place of a changed event, or the time and reason of a cancelled event; null if all are
 * unknown.
 */
export const eventChangeText = (language: Language, kind: NotificationKind, change: Change): string | null => {
  const where = language === 'en' ? (change.place_en ?? change.place) : (change.place ?? change.place_en)
  return (
    [eventTimeText(language, change), kind === 'changed' ? where : change.reason].filter(Boolean).join(' · ') || null
  )
}
