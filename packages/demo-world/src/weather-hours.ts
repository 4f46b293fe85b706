import type { Random } from './random.ts'
import { b, type Bilingual } from './texts/bilingual.ts'
import type { Sky } from './texts/posts.ts'

export interface WeatherHour {
  hour: number
  /** Degrees Celsius. */
  temp: number
  /** An icon code of OpenWeather. */
  icon: string
  description: string
  description_en: string
}

/** Plausible daily maximum in Annecy by month, degrees Celsius. */
const monthlyMaximum = [5, 7, 12, 16, 20, 24, 27, 26, 21, 16, 10, 6] as const
/** Each hour of a forecast, and its difference from the daily maximum. */
const hours = [
  [9, -6],
  [12, -2],
  [15, 0],
  [18, -2],
] as const
/** Months (0 to 11) in which it is dark at 18:00. */
const darkMonths: readonly number[] = [10, 11, 0]

/** OpenWeather conditions by icon code. */
const conditions = {
  clear: { code: '01', words: b('Ciel dégagé', 'Clear sky') },
  spells: { code: '02', words: b('Éclaircies', 'Sunny spells') },
  cloudy: { code: '03', words: b('Nuageux', 'Cloudy') },
  overcast: { code: '04', words: b('Couvert', 'Overcast') },
  showers: { code: '09', words: b('Averses', 'Showers') },
  rain: { code: '10', words: b('Pluie', 'Rain') },
  storm: { code: '11', words: b('Orage', 'Thunderstorm') },
  snow: { code: '13', words: b('Neige', 'Snow') },
  fog: { code: '50', words: b('Brouillard', 'Fog') },
} satisfies Record<string, { code: string; words: Bilingual }>
type Condition = keyof typeof conditions

/** Conditions at each hour, and limits of the daily maximum, so that it does not rain below zero or snow above it. */
interface Day {
  at: readonly [Condition, Condition, Condition, Condition]
  offset: number
  least?: number
  most?: number
}

const days: Record<Sky, Day> = {
  clear: { at: ['clear', 'clear', 'clear', 'clear'], offset: 2 },
  frost: { at: ['clear', 'clear', 'clear', 'clear'], offset: -1, least: 4, most: 5 },
  heat: { at: ['clear', 'clear', 'clear', 'clear'], offset: 6, least: 31 },
  partly: { at: ['cloudy', 'spells', 'clear', 'spells'], offset: 0 },
  cloudy: { at: ['overcast', 'overcast', 'cloudy', 'overcast'], offset: -2 },
  fog: { at: ['fog', 'cloudy', 'spells', 'spells'], offset: -2 },
  rain: { at: ['rain', 'rain', 'overcast', 'showers'], offset: -4, least: 9 },
  showers: { at: ['showers', 'showers', 'spells', 'showers'], offset: -4, least: 9 },
  storm: { at: ['spells', 'cloudy', 'overcast', 'storm'], offset: 1, least: 22 },
  snow: { at: ['snow', 'snow', 'overcast', 'snow'], offset: -6, least: -5, most: 1 },
}

/** A plausible day with this sky at that time of year. */
export const weatherHours = (sky: Sky, at: Date, random: Random): WeatherHour[] => {
  const day = days[sky]
  const month = at.getUTCMonth()
  const top = Math.min(
    day.most ?? Infinity,
    Math.max(day.least ?? -Infinity, monthlyMaximum[month]! + day.offset + random.int(-2, 2)),
  )
  return hours.map(([hour, below], index) => {
    const { code, words } = conditions[day.at[index]!]
    const icon = `${code}${hour === 18 && darkMonths.includes(month) ? 'n' : 'd'}`
    return { hour, temp: top + below, icon, description: words.fr, description_en: words.en }
  })
}
