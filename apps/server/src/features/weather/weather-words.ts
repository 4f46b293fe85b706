import type { Language } from '@parvis/contract/language.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { type Condition, type Kind, kindOf } from './conditions.ts'
import type { ReportedHour } from './report.ts'

/** A sky in words. */
export const skyWords = ({ condition, night }: { condition: Condition; night: boolean }, language: Language): string =>
  textsIn(language)(`weather.sky.${condition}`, { night: night ? 'yes' : 'no' })

/** What is told of a day before all else: the worst first. */
const wet = ['storm', 'snow', 'rain'] as const satisfies Kind[]

/** When the hours of one kind are, of all that are known. */
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
  // the sun comes once, or goes once, or both
  const changes = kinds.filter((kind, n) => n > 0 && kind !== kinds[n - 1]).length
  if (changes > 1) return 'mixed'
  if (kinds[0] !== 'sun') return 'clearing'
  return suns === kinds.length - 1 ? 'fineuntil' : 'clouding'
}

/** A day in a few words; null where nothing is known of its hours, and those of its only hour where that is all. */
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
