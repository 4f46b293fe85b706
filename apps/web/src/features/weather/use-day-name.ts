import { dayAt } from '@parvis/contract/past-event.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { capitalize, dateFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'

/** "Today" or "Saturday": unambiguous within the days of a forecast. */
export const useDayName = (timezone: string): ((day: string) => string) => {
  const { t, language } = useText()
  const today = dayAt(useNow(), timezone)
  const weekday = dateFormat(language, 'UTC', { weekday: 'long' })
  return day => (day === today ? t('common.day.today') : capitalize(weekday.format(new Date(`${day}T12:00:00Z`))))
}
