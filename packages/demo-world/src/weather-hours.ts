import type { Random } from './random.ts'
import { bilingual, type Bilingual } from './texts/bilingual.ts'
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
/** The hours of a forecast, each with its difference from the daily maximum in degrees. */
const forecastHours = [
  [9, -6],
  [12, -2],
  [15, 0],
  [18, -2],
] as const
/** Months (0 to 11) in which it is dark at 18:00. */
const darkMonths: readonly number[] = [10, 11, 0]

/** Conditions of a forecast, with their icon codes of OpenWeather. */
const conditions = {
  clear: { code: '01', words: bilingual('Ciel dégagé', 'Clear sky') },
  spells: { code: '02', words: bilingual('Éclaircies', 'Sunny spells') },
  cloudy: { code: '03', words: bilingual('Nuageux', 'Cloudy') },
  overcast: { code: '04', words: bilingual('Couvert', 'Overcast') },
  showers: { code: '09', words: bilingual('Averses', 'Showers') },
  rain: { code: '10', words: bilingual('Pluie', 'Rain') },
  storm: { code: '11', words: bilingual('Orage', 'Thunderstorm') },
  snow: { code: '13', words: bilingual('Neige', 'Snow') },
  fog: { code: '50', words: bilingual('Brouillard', 'Fog') },
} satisfies Record<string, { code: string; words: Bilingual }>
type Condition = keyof typeof conditions

/**
 * Conditions at each hour; `offset`: difference from the usual daily maximum. `least` and `most` limit the daily
 * maximum, so that it neither rains below zero nor snows on a warm day.
 */
interface SkyForecast {
  at: readonly [Condition, Condition, Condition, Condition]
  offset: number
  least?: number
  most?: number
}

const skyForecasts: Record<Sky, SkyForecast> = {
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

/** A plausible forecast for a day with this sky, at the time of year of `at`. */
export const makeWeatherHours = (sky: Sky, at: Date, random: Random): WeatherHour[] => {
  const forecast = skyForecasts[sky]
  const month = at.getUTCMonth()
  const maximum = Math.min(
    forecast.most ?? Infinity,
    Math.max(forecast.least ?? -Infinity, monthlyMaximum[month]! + forecast.offset + random.int(-2, 2)),
  )
  return forecastHours.map(([hour, difference], index) => {
    const { code, words } = conditions[forecast.at[index]!]
    const icon = `${code}${hour === 18 && darkMonths.includes(month) ? 'n' : 'd'}`
    return { hour, temp: maximum + difference, icon, description: words.fr, description_en: words.en }
  })
}
