import type { Language } from '@parvis/contract/language.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { type Condition, type ConditionGroup, conditionGroupOf } from './conditions.ts'
import type { ReportedHour } from './report.ts'

export const skyText = ({ condition, night }: { condition: Condition; night: boolean }, language: Language): string =>
  translatorFor(language)(`weather.sky.${condition}`, { night: night ? 'yes' : 'no' })

/** In order of severity; a summary mentions only the worst. */
const precipitation = ['storm', 'snow', 'rain'] as const satisfies ConditionGroup[]

/** Text key for the time of day of these hours; `knownHours` is the number of hours with a forecast. */
const timeOfDayKey = (hours: readonly number[], knownHours: number): string => {
  if (hours.length === knownHours) return 'all'
  if (hours.length > 2) return 'most'
  const [first, last] = [hours[0]!, hours.at(-1)!]
  if (last <= 12) return first === 12 ? 'midday' : 'morning'
  if (first >= 15) return first === 18 ? 'evening' : 'afternoon'
  return first === 12 && last === 15 ? 'midday' : 'times'
}

const dryTextKey = (kinds: readonly ConditionGroup[]): string => {
  if (kinds.includes('fog')) return kinds[0] === 'fog' && !kinds.slice(1).includes('fog') ? 'fogfirst' : 'fog'
  const sunnyCount = kinds.filter(kind => kind === 'sun').length
  if (sunnyCount === kinds.length) return 'fine'
  if (sunnyCount === 0) return 'cloudy'
  const changes = kinds.filter((kind, n) => n > 0 && kind !== kinds[n - 1]).length
  if (changes > 1) return 'mixed'
  if (kinds[0] !== 'sun') return 'clearing'
  return sunnyCount === kinds.length - 1 ? 'fineuntil' : 'clouding'
}

/** A short summary of the day. With one known hour it describes that hour; null without hours. */
export const daySummary = (hours: readonly ReportedHour[], language: Language): string | null => {
  const [first] = hours
  if (!first) return null
  if (hours.length === 1) return skyText(first, language)
  const t = translatorFor(language)
  const kind = precipitation.find(one => hours.some(({ condition }) => conditionGroupOf(condition) === one))
  if (!kind) return t(`weather.day.${dryTextKey(hours.map(({ condition }) => conditionGroupOf(condition)))}`)
  const at = hours.filter(({ condition }) => conditionGroupOf(condition) === kind).map(({ hour }) => hour)
  return t('weather.day.wet', { kind, when: timeOfDayKey(at, hours.length) })
}
