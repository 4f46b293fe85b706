import { dayAt } from '@parvis/contract/past-event.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'

const locale = { en: 'en-GB', fr: 'fr-FR' } as const

/** "Today" or "Saturday": unambiguous within the days of a forecast. */
export const useDayName = (timezone: string): ((day: string) => string) => {
  const { t, language } = useText()
  const today = dayAt(useNow(), timezone)
  const weekdays = new Intl.DateTimeFormat(locale[language], { weekday: 'long', timeZone: 'UTC' })
  return day => {
    if (day === today) return t('common.day.today')
    const name = weekdays.format(new Date(`${day}T12:00:00Z`))
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
}
