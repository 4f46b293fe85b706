import type { CurrentWeather, ForecastEntry } from '@parvis/contract/weather.ts'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { WeatherView } from './WeatherView.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const MINUTE = 60_000
const place = { name: 'Les Tilleuls', target: { to: '/' } } as const
const community = { _id: '0199f15d-9f9c-7de6-a71a-a6c1331d349f', timezone: 'Europe/Paris' }
const meta = (minutesAgo = 0, stale = false) => ({
  source: 'Open-Meteo',
  updatedAt: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
  stale,
})
const current = (minutesAgo?: number, stale?: boolean): CurrentWeather => ({
  name: 'Annecy',
  main: { temp: -0.4, humidity: 50 },
  wind: 9.4,
  rain: null,
  sunset: null,
  weather: [{ icon: '01d', description: 'Ciel dégagé', lang: { en: { description: 'Clear sky' } } }],
  date: new Date().toISOString(),
  ...meta(minutesAgo, stale),
})
const days = (minutesAgo?: number, stale?: boolean): ForecastEntry[] =>
  Array.from({ length: 5 }, (_, n) => ({
    day: new Date(Date.now() + n * 1440 * MINUTE).toISOString().slice(0, 10),
    description: 'Beau temps',
    lang: { en: { description: 'Fine' } },
    date: [
      {
        tempMin: 8,
        tempMax: 20 + n,
        tempMain09: null,
        tempMain12: 18,
        tempMain15: 20,
        tempMain18: 17,
        icon09h: null,
        icon12h: '01d',
        icon15h: '02d',
        icon18h: '03d',
        description09h: null,
        description12h: 'Ciel dégagé',
        description15h: 'Ciel dégagé',
        description18h: 'Ciel dégagé',
        lang: { en: { description12h: 'Clear', description15h: 'Spells', description18h: 'Cloudy' } },
      },
    ],
    hours: [],
    ...meta(minutesAgo, stale),
  })) as ForecastEntry[]

/** `answers` is the response to each request: a value, an error key, none (`never`), or a network error (`away`). */
const never = Symbol('never')
const away = Symbol('away')
let answers: { current: unknown; forecast: unknown }
let calls = 0
const fetchStub = vi.fn(async (address: string) => {
  calls++
  const answer = answers[/weather\/(\w+)/.exec(address)![1] as keyof typeof answers]
  if (answer === never) return await new Promise<Response>(() => {})
  if (answer === away) throw new TypeError('Failed to fetch')
  return typeof answer === 'string' ? Response.json({ error: { key: answer } }, { status: 502 }) : Response.json(answer)
})

let root: Root | undefined
let screen: HTMLElement
let queryClient: QueryClient

const renderView = async () => {
  const component = () => (
    <QueryClientProvider client={queryClient}>
      <FrameContext value={{ place }}>
        <WeatherView community={community} />
      </FrameContext>
    </QueryClientProvider>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  screen = document.body.appendChild(document.createElement('div'))
  root = createRoot(screen)
  await act(async () => {
    await router.load()
    root?.render(<RouterProvider router={router as never} />)
  })
}
/** Waits in separate calls of `act`, because React renders at the end of each call. */
const until = async (isThere: () => boolean) => {
  // pause: polling interval
  for (let n = 0; n < 100 && !isThere(); n++) await act(() => new Promise(resolve => setTimeout(resolve, 10)))
}
const expectScreenText = async (words: string) => {
  await until(() => screen.textContent.includes(words))
  expect(screen.textContent).toContain(words)
}
const skeletonCount = () => screen.querySelectorAll('[role="status"][aria-label="Loading"]').length
const rows = () => screen.querySelectorAll('tbody tr').length
const retry = () => [...screen.querySelectorAll('button')].filter(one => one.textContent === 'Try again')

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'weather')
  await setLanguage('en')
})
beforeEach(() => {
  vi.stubGlobal('fetch', fetchStub)
  answers = { current: current(), forecast: days() }
  calls = 0
  queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
})
afterEach(async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  onlineManager.setOnline(true)
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('the weather screen', () => {
  test('shows a skeleton after a moment, also when only one part is still loading', async () => {
    answers = { current: never, forecast: never }
    await renderView()
    expect(skeletonCount()).toBe(0)
    await until(() => skeletonCount() > 0)
    expect(skeletonCount()).toBe(1)
    await act(async () => root?.unmount())
    queryClient.clear()
    answers = { current: current(), forecast: never }
    await renderView()
    await expectScreenText('Annecy')
    await until(() => skeletonCount() > 0)
    expect([skeletonCount(), rows()]).toEqual([1, 0])
  })

  test('shows the failure of the provider, and loads on retry', async () => {
    answers = { current: 'weatherunavailable', forecast: 'weatherunavailable' }
    await renderView()
    await expectScreenText('The weather could not be loaded')
    await expectScreenText('The weather service does not answer. Try again in a few minutes.')
    // The server has just asked the provider in vain: the client does not retry by itself.
    expect(calls).toBe(2)
    answers = { current: current(), forecast: days() }
    await act(async () => retry()[0]?.click())
    await expectScreenText('Annecy')
    await until(() => rows() === 5)
    expect([rows(), retry().length]).toEqual([5, 0])
  })

  test('shows an error in place of the part that failed, beside the other part', async () => {
    answers = { current: 'weatherunavailable', forecast: days() }
    await renderView()
    await expectScreenText('This part of the weather could not be loaded.')
    expect(rows()).toBe(5)
  })

  test('shows stale weather with its time, whether the provider or the server fails', async () => {
    answers = { current: current(90, true), forecast: days(90, true) }
    await renderView()
    await expectScreenText('The weather service does not answer. Last seen')
    expect(screen.textContent).toMatch(/Last seen (?:1 h ago|Today|Yesterday)/)
    expect(rows()).toBe(5)
    answers = { current: 'weatherunavailable', forecast: 'weatherunavailable' }
    await act(async () => retry()[0]?.click())
    await expectScreenText('This could not be brought up to date. Last seen')
    expect([rows(), screen.textContent.includes('Annecy')]).toEqual([5, true])
  })

  test('reports a problem once for both parts, and retries both', async () => {
    answers = { current: 'weatherunavailable', forecast: days(90, true) }
    await renderView()
    await expectScreenText('The weather service does not answer. Last seen')
    expect([rows(), retry().length]).toEqual([5, 1])
    expect(screen.textContent).not.toContain('This part of the weather')
    answers = { current: current(), forecast: days() }
    answers = { current: current(11, true), forecast: days(90, true) }
    await act(async () => retry()[0]?.click())
    await until(() => shownToasts().some(({ text }) => text === 'The weather service still does not answer.'))
    answers = { current: current(), forecast: days() }
    await act(async () => retry()[0]?.click())
    await expectScreenText('Annecy')
    await until(() => retry().length === 0)
    expect(retry()).toHaveLength(0)
  })

  test('shows five days, marks an unknown hour, and never shows minus zero', async () => {
    await renderView()
    await expectScreenText('Annecy')
    await until(() => rows() === 5)
    expect(screen.textContent).toContain('0°')
    expect(screen.textContent).not.toContain('-0°')
    const first = [...screen.querySelectorAll('tbody tr:first-child td')].map(cell => cell.textContent)
    expect(first).toEqual(['8°', '20°', 'not known', '18°, Clear', '20°, Spells', '17°, Cloudy'])
    const inParis = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Paris' } as const
    const time = new Intl.DateTimeFormat('en-GB', inParis).format(new Date(days()[0]!.updatedAt))
    expect(screen.textContent).toMatch(new RegExp(`Data: Open-Meteo, updated at 0?${time.replace(/^0/, '')}`))
  })
})

test('the weather screen still shows the last weather offline', async () => {
  await renderView()
  await expectScreenText('Annecy')
  answers = { current: away, forecast: away }
  onlineManager.setOnline(false)
  await act(async () => void queryClient.refetchQueries())
  await expectScreenText('Offline. Last seen')
  expect(rows()).toBe(5)
})
