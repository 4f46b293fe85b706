// Weather conditions of the product, and how the codes of the providers map to them.

const icons = {
  clear: '01',
  spells: '02',
  cloudy: '03',
  overcast: '04',
  drizzle: '09',
  showers: '09',
  rain: '10',
  heavyrain: '10',
  freezingrain: '13',
  storm: '11',
  hailstorm: '11',
  snow: '13',
  heavysnow: '13',
  snowshowers: '13',
  sleet: '13',
  fog: '50',
  haze: '50',
} as const satisfies Record<string, string>

export type Condition = keyof typeof icons

/** OpenWeather’s icon code: 01d … 50n. */
export const iconOf = ({ condition, night }: { condition: Condition; night: boolean }): string =>
  `${icons[condition]}${night ? 'n' : 'd'}`

const wmoConditions: Partial<Record<number, Condition>> = {
  0: 'clear',
  1: 'spells',
  2: 'cloudy',
  3: 'overcast',
  45: 'fog',
  48: 'fog',
  51: 'drizzle',
  53: 'drizzle',
  55: 'drizzle',
  56: 'freezingrain',
  57: 'freezingrain',
  61: 'rain',
  63: 'rain',
  65: 'heavyrain',
  66: 'freezingrain',
  67: 'freezingrain',
  71: 'snow',
  73: 'snow',
  75: 'heavysnow',
  77: 'snow',
  80: 'showers',
  81: 'showers',
  82: 'heavyrain',
  85: 'snowshowers',
  86: 'snowshowers',
  95: 'storm',
  96: 'hailstorm',
  99: 'hailstorm',
}

/** Maps a weather code of the WMO (WW, as Open-Meteo uses it); undefined for an unknown code. */
export const conditionOfWmo = (code: number): Condition | undefined => wmoConditions[code]

const openWeatherConditions: Partial<Record<number, Condition>> = {
  502: 'heavyrain',
  503: 'heavyrain',
  504: 'heavyrain',
  511: 'freezingrain',
  602: 'heavysnow',
  611: 'sleet',
  612: 'sleet',
  613: 'sleet',
  615: 'sleet',
  616: 'sleet',
  620: 'snowshowers',
  621: 'snowshowers',
  622: 'snowshowers',
  741: 'fog',
  701: 'fog',
  800: 'clear',
  801: 'spells',
  802: 'cloudy',
  803: 'overcast',
  804: 'overcast',
}
/** Conditions by the hundreds digit of the code, for codes that are not listed. */
const openWeatherGroups: Partial<Record<number, Condition>> = {
  2: 'storm',
  3: 'drizzle',
  5: 'rain',
  6: 'snow',
  7: 'haze',
}

/** Maps a condition code of OpenWeather (200 … 804); undefined for an unknown code. */
export const conditionOfOpenWeather = (code: number): Condition | undefined =>
  openWeatherConditions[code] ?? (code >= 520 && code < 532 ? 'showers' : openWeatherGroups[Math.floor(code / 100)])

/** Coarse groups of conditions, for summaries. */
export type ConditionGroup = 'sun' | 'cloud' | 'fog' | 'rain' | 'snow' | 'storm'

const groups: Record<Condition, ConditionGroup> = {
  clear: 'sun',
  spells: 'sun',
  cloudy: 'cloud',
  overcast: 'cloud',
  haze: 'fog',
  fog: 'fog',
  drizzle: 'rain',
  showers: 'rain',
  rain: 'rain',
  heavyrain: 'rain',
  freezingrain: 'rain',
  sleet: 'snow',
  snow: 'snow',
  heavysnow: 'snow',
  snowshowers: 'snow',
  storm: 'storm',
  hailstorm: 'storm',
}
export const conditionGroupOf = (condition: Condition): ConditionGroup => groups[condition]
