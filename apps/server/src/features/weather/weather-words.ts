import type { Language } from '@parvis/contract/language.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { type Condition, type Kind, kindOf } from './conditions.ts'
import type { ReportedHour } from './report.ts'

export const skyWords = ({ condition, night }: { condition: Condition; night: boolean }, language: Language): string =>
  textsIn(language)(`weather.sky.${condition}`, { night: night ? 'yes' : 'no' })

/** In order of severity; the worst is mentioned first. */
const wet = ['storm', 'snow', 'rain'] as const satisfies Kind[]

/** Text key for the time of day of these hours. */
const whenOf = (hours: readonly number[], all: number): string => {
  if (hours.length === all) return 'all'
  if (hours.length > 2) return 'most'
  const [first, last] = [hours[0]!, hours.at(-1)!]
  if (last <= 12) return first === 12 ? 'midday' : 'morning'
  if (first >= 15) return first === 18 ? 'evening' : 'afternoon'
  return first === 12 && last === 15 ? 'midday' : 'times'
}

const dryKey = (kinds: readonly Kind[]): string => {
  if (kinds.includes('fog')) return kinds[0] === 'fog' && !kinds.slice(1).includes('fog') ? 'fogfirst' : 'fog'
  const suns = kinds.filter(kind => kind === 'sun').length
  if (suns === kinds.length) return 'fine'
  if (suns === 0) return 'cloudy'
  // Counts changes between sun and clouds.
  const changes = kinds.filter((kind, n) => n > 0 && kind !== kinds[n - 1]).length
  if (changes > 1) return 'mixed'
  if (kinds[0] !== 'sun') return 'clearing'
  return suns === kinds.length - 1 ? 'fineuntil' : 'clouding'
}

/** A short summary of the day; of its only hour if just one is known, null if none. */
export const dayWords = (hours: readonly ReportedHour[], language: Language): string | null => {
  const [first] = hours
  if (!first) return null
  if (hours.length === 1) return skyWords(first, language)
  const t = textsIn(language)
  const kind = wet.find(one => hours.some(({ condition }) => kindOf(condition) === one))
  if (!kind) return t(`weather.day.${dryKey(hours.map(({ condition }) => kindOf(condition)))}`)
  const at = hours.filter(({ condition }) => kindOf(condition) === kind).map(({ hour }) => hour)
  return t('weather.day.wet', { kind, when: whenOf(at, hours.length) })
}
