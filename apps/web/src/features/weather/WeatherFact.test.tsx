import { type CurrentWeather, type ForecastEntry, getCurrentWeather, getForecast } from '@parvis/contract/weather.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render, renderStandalone, refusal, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { WeatherFact } from './WeatherFact.tsx'

renderStandalone('weather')

const TODAY = '2031-06-13'
const ZONE = 'Europe/Paris'
const community = { _id: 'home', customUri: 'les-tilleuls', timezone: ZONE }
const at = (hour: number) => new Date(instantAt(TODAY, `${hour}:00`, ZONE)).toISOString()
const meta = { source: 'Open-Meteo', updatedAt: at(10), stale: false }
const current = {
  name: 'Annecy',
  main: { temp: 12.4, humidity: 50 },
  wind: 9,
  rain: null,
  sunset: null,
  weather: [{ icon: '01d', description: 'Ciel dégagé', lang: { en: { description: 'Clear sky' } } }],
  date: at(10),
  ...meta,
} as CurrentWeather
const day = (iconOf: (hour: number) => string) =>
  [
    {
      day: TODAY,
      date: [],
      hours: Array.from({ length: 14 }, (_, n) => ({ at: at(10 + n), temp: 12, icon: iconOf(10 + n) })),
      ...meta,
    },
  ] as unknown as ForecastEntry[]
const renderedText = async () => {
  await render(<WeatherFact community={community} />)
  await waitUntil(() => document.querySelector('a') !== null)
  return document.querySelector('a')?.textContent.replaceAll('\u00a0', ' ')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(10)) })
  stub(getCurrentWeather, current)
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  [() => '01d', '12°, dry all day'],
  [(hour: number) => (hour >= 18 ? '10d' : '01d'), '12°, rain from 18:00'],
])('WeatherFact shows the current degrees and the outlook for the day: %$', async (iconOf, expected) => {
  stub(getForecast, day(iconOf))
  expect(await renderedText()).toBe(expected)
})

test('WeatherFact shows the time of a measurement that the provider could not renew', async () => {
  stub(getCurrentWeather, { ...current, stale: true })
  stub(
    getForecast,
    day(() => '01d'),
  )
  expect(await renderedText()).toBe('12°, at 10:00')
})

test('WeatherFact renders nothing without weather', async () => {
  stub(getCurrentWeather, () => refusal('weatherunavailable'))
  stub(getForecast, () => refusal('weatherunavailable'))
  await render(<WeatherFact community={community} />)
  await waitUntil(() => document.querySelector('i, a') === null)
  expect(document.body.textContent).toBe('')
})
