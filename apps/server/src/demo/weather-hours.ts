import type { StoredWeatherHour } from '../rooms/feed/feed.tables.ts'
import { b, type Bilingual } from './texts/bilingual.ts'
import type { Sky } from './texts/posts.ts'
import type { Random } from './texts/random.ts'

/** A believable warmest hour in Annecy by month, degrees Celsius. */
const warmest = [5, 7, 12, 16, 20, 24, 27, 26, 21, 16, 10, 6] as const
/** The four hours of the product, and how far each lies below the warmest. */
const hours = [[9, -6], [12, -2], [15, 0], [18, -2]] as const

const skies: Record<Sky, { icons: readonly [string, string, string, string]; warmth: number; words: Bilingual }> = {
  clear: { icons: ['sun', 'sun', 'sun', 'sun'], warmth: 2, words: b('Grand soleil', 'Sunny') },
  partly: { icons: ['cloud-sun', 'sun', 'cloud-sun', 'cloud-sun'], warmth: 0, words: b('Éclaircies', 'Sunny spells') },
  cloudy: { icons: ['cloud', 'cloud', 'cloud-sun', 'cloud'], warmth: -2, words: b('Nuageux', 'Cloudy') },
  fog: { icons: ['cloud-fog', 'cloud-fog', 'cloud-sun', 'cloud-sun'], warmth: -2, words: b('Brouillard', 'Fog') },
  rain: { icons: ['cloud-rain', 'cloud-rain', 'cloud', 'cloud-rain'], warmth: -4, words: b('Pluie', 'Rain') },
  storm: { icons: ['cloud-sun', 'cloud', 'cloud-lightning', 'cloud-lightning'], warmth: 1, words: b('Orages', 'Storms') },
  snow: { icons: ['snowflake', 'snowflake', 'cloud', 'snowflake'], warmth: -6, words: b('Neige', 'Snow') },
}

/** A plausible day under this sky at that time of year. */
export const weatherHours = (sky: Sky, at: Date, random: Random): StoredWeatherHour[] => {
  const { icons, warmth, words } = skies[sky]
  const top = warmest[at.getMonth()]! + warmth + random.int(-2, 2)
  return hours.map(([hour, below], index) => ({ hour, temp: top + below, icon: icons[index]!, description: words.fr, description_en: words.en }))
}
