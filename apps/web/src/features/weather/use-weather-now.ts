import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { untilMidnight } from './until-midnight.ts'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

/** A measurement older than this is not current, in milliseconds. */
const OLD_MS = 2 * 3_600_000

/** The current weather and its outlook until midnight as a short text. */
export const useWeatherNow = ({ _id, timezone }: Pick<Community, '_id' | 'timezone'>) => {
  const { t, language } = useText()
  const { time } = useFormat()
  const now = useNow()
  const { data: current, isLoading: waitsForNow } = useQuery(currentWeatherQuery(_id))
  const { data: days, isLoading: waitsForHours } = useQuery(forecastQuery(_id))
  // Waits for both: a part that arrives later would change what is being read.
  if (!current || waitsForHours) return { isLoading: waitsForNow || waitsForHours, weather: null }
  const sky = current.weather[0]!
  const isOld = now - Date.parse(current.date) > OLD_MS
  const isSeen = isOld || current.stale
  const hours = days?.find(({ day }) => day === dayAt(now, timezone))?.hours ?? []
  const until = isSeen ? null : untilMidnight(hours, sky.icon, now, timezone)
  const at = until && 'at' in until ? time(until.at, timezone) : ''
  const isMorning = now < instantAt(dayAt(now, timezone), '12:00', timezone)
  const words = isSeen
    ? t('weather.seen', { time: time(current.date, timezone) })
    : until
      ? t(`weather.until.${until.is}`, {
          fall: 'fall' in until ? until.fall : 'rain',
          time: at,
          morning: isMorning ? 'yes' : 'no',
        })
      : textIn(language, sky, 'description')
  return { isLoading: false, weather: { current, sky, hours: isOld ? [] : hours, isSeen, words, now } }
}
