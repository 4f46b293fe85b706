import type { WeatherSettings } from '#server/kernel/settings.ts'
import { createOpenMeteo } from './open-meteo.ts'
import { createOpenWeather } from './open-weather.ts'

export const providers = {
  'open-meteo': { address: 'https://api.open-meteo.com/v1/forecast', create: createOpenMeteo },
  openweather: { address: 'https://api.openweathermap.org/data/2.5', create: createOpenWeather },
} as const satisfies Record<WeatherSettings['provider'], object>
type ProviderName = WeatherSettings['provider']

const isProvider = (name: string): name is ProviderName => Object.hasOwn(providers, name)

/** Null if the weather is disabled. Throws with a message for the operator if the settings cannot work. */
export const readWeatherSettings = ({
  WEATHER_PROVIDER,
  WEATHER_URL,
  WEATHER_KEY,
}: NodeJS.ProcessEnv): WeatherSettings | null => {
  const provider = WEATHER_PROVIDER || 'open-meteo'
  if (!isProvider(provider))
    throw new Error(`WEATHER_PROVIDER must be ${Object.keys(providers).join(' or ')}, not "${provider}".`)
  const address = WEATHER_URL ?? providers[provider].address
  if (address === '') return null
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error(
      `WEATHER_URL must be an address such as ${providers[provider].address}, without a name or password, or empty.`,
    )
  const key = WEATHER_KEY?.trim() || null
  if (provider === 'openweather' && key === null && WEATHER_URL === undefined)
    throw new Error('WEATHER_KEY is missing: OpenWeather answers nobody without one.')
  return { provider, url, key }
}
