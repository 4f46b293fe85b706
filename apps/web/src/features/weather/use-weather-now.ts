import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { outlookUntilMidnight } from './weather-outlook.ts'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

/** Age in milliseconds above which a measurement is outdated. */
const MAX_AGE_MS = 2 * 3_600_000

/** The current weather and its outlook until midnight as a short text. */
export const useWeatherNow = ({ _id, timezone }: Pick<Community, '_id' | 'timezone'>) => {
  const { t, language } = useText()
  const { time } = useFormat()
  const now = useNow()
  const { data: current, isLoading: isLoadingNow } = useQuery(currentWeatherQuery(_id))
  const { data: days, isLoading: isLoadingHours } = useQuery(forecastQuery(_id))
  // Waits for the current weather and the forecast: if one came later, the text would change while it is being read.
  if (!current || isLoadingHours) return { isLoading: isLoadingNow || isLoadingHours, weather: null }
  const sky = current.weather[0]!
  const isOld = now - Date.parse(current.date) > MAX_AGE_MS
  const isOutdated = isOld || current.stale
  const hours = days?.find(({ day }) => day === dayAt(now, timezone))?.hours ?? []
  const outlook = isOutdated ? null : outlookUntilMidnight(hours, sky.icon, now, timezone)
  const at = outlook && 'at' in outlook ? time(outlook.at, timezone) : ''
  const isMorning = now < instantAt(dayAt(now, timezone), '12:00', timezone)
  const summary = isOutdated
    ? t('weather.seen', { time: time(current.date, timezone) })
    : outlook
      ? t(`weather.until.${outlook.is}`, {
          fall: 'fall' in outlook ? outlook.fall : 'rain',
          time: at,
          morning: isMorning ? 'yes' : 'no',
        })
      : textIn(language, sky, 'description')
  return { isLoading: false, weather: { current, sky, hours: isOld ? [] : hours, isOutdated, summary, now } }
}
