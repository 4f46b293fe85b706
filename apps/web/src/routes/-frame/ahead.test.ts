import type { SessionUser } from '@parvis/contract/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tab } from '#web/ui/TabBar.tsx'
import { fetchAhead } from './ahead.ts'

const { warmed } = vi.hoisted(() => ({ warmed: vi.fn<(community: string) => Promise<void>>(async () => {}) }))
vi.mock('./cached-images.ts', () => ({ warmImages: warmed }))

const tabs = [
  { key: 'live', target: { to: '/here' } },
  { key: 'deals', target: { to: '/deals' } },
] as unknown as Tab[]
const preloaded = vi.fn<(target: unknown) => Promise<void>>(async () => {})
const chunks = vi.fn<(route: unknown) => Promise<void>>(async () => {})
const routes = Object.fromEntries(
  [
    ['/deal', { innerOf: 'deals', ahead: ['deals'] }],
    ['/talk', { innerOf: 'chat', ahead: ['chat'] }],
    ['/heavy', { innerOf: 'deals' }],
    ['/deals', undefined],
  ].map(([id, staticData]) => [id, { id, options: { staticData } }]),
)
/** What they may, and whether their community shows its team. */
const memberWith = (subscribe: boolean, ...abilities: (keyof SessionUser['abilities'])[]) => ({
  community: { subscribe },
  session: {
    communityId: 'c1',
    abilities: Object.fromEntries(abilities.map(one => [one, true])) as SessionUser['abilities'],
  },
})
const guest = memberWith(true)
const asked = vi.fn<(options: { queryKey: readonly unknown[] }) => Promise<void>>(async () => {})
/** Calls of the first screen that have no answer yet. */
let waitedFor = 0
const router = {
  latestLocation: { pathname: '/here' },
  buildLocation: ({ to }: { to: string }) => ({ pathname: to }),
  preloadRoute: preloaded,
  loadRouteChunk: chunks,
  routesById: routes,
  options: { context: { queryClient: { isFetching: () => waitedFor, query: asked } } },
} as unknown as Parameters<typeof fetchAhead>[0]

const onConnection = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })

/** A picture of the first screen that is still on its way. */
const pictureAt = (top: number, left = 0) => {
  const image = document.body.appendChild(new Image())
  Object.defineProperty(image, 'complete', { configurable: true, value: false })
  image.getBoundingClientRect = () => ({ top, bottom: top + 100, left, right: left + 100 }) as DOMRect
  return image
}

const afterAQuietMoment = (left = new AbortController().signal) => {
  fetchAhead(router, tabs, guest, left)
  vi.advanceTimersByTime(10_000)
  return preloaded.mock.calls.map(([target]) => target)
}

beforeEach(() => {
  vi.useFakeTimers()
  // pause: a stub of the idle callback, under fake timers
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => setTimeout(idle, 1))
  preloaded.mockClear()
  chunks.mockClear()
  asked.mockClear()
  warmed.mockClear()
  waitedFor = 0
})
afterEach(() => {
  document.body.replaceChildren()
  onConnection(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the screens of the other tabs come as soon as the first screen stands, and seconds later what they lead to', () => {
  fetchAhead(router, tabs, guest, new AbortController().signal)
  vi.advanceTimersByTime(100)
  expect(preloaded).not.toHaveBeenCalled()
  vi.advanceTimersByTime(400)
  expect(preloaded.mock.calls).toEqual([[{ to: '/deals' }]])
  vi.advanceTimersByTime(2_000)
  expect(chunks).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  // of a tab that is there; what does not say that it comes ahead is heavy, or of no use without a network
  expect(chunks.mock.calls).toEqual([[routes['/deal']]])
})

test.each([
  [
    'who may publish from tiles',
    memberWith(false, 'publish', 'publishActivity'),
    ['categories', 'dates', 'times', 'places'],
  ],
  ['who may write freely alone', memberWith(false, 'publish', 'post'), []],
  ['who is shown the team', memberWith(true, 'readChats'), ['employees']],
  ['whose community shows no team', memberWith(false, 'readChats'), []],
  ['who only looks', guest, []],
])(
  'what a screen shows that no tab leads to is asked for: %s',
  async (_, member, kinds) => {
    fetchAhead(router, tabs, member, new AbortController().signal)
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    // the features' questions are modules that are fetched only then
    await vi.waitFor(
      () => expect(asked.mock.calls.map(([{ queryKey }]) => queryKey.at(-1)).sort()).toEqual([...kinds].sort()),
      { timeout: 20_000 },
    )
  },
  30_000,
)

test('the pictures of the community come last', () => {
  afterAQuietMoment()
  expect(warmed.mock.calls.map(([community]) => community)).toEqual(['here'])
  expect(warmed.mock.invocationCallOrder[0]).toBeGreaterThan(preloaded.mock.invocationCallOrder[0]!)
})

test('they wait for the calls of the first screen and for the pictures that are seen of it, yet not for ever', () => {
  waitedFor = 1
  pictureAt(5_000)
  pictureAt(100, 5_000)
  const seen = pictureAt(100)
  fetchAhead(router, tabs, guest, new AbortController().signal)
  vi.advanceTimersByTime(700)
  waitedFor = 0
  vi.advanceTimersByTime(700)
  expect(preloaded).not.toHaveBeenCalled()
  Object.defineProperty(seen, 'complete', { value: true })
  vi.advanceTimersByTime(300)
  expect(preloaded).toHaveBeenCalledOnce()
  waitedFor = 1
  preloaded.mockClear()
  expect(afterAQuietMoment()).toHaveLength(1)
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is fetched ahead on a connection of %o',
  connection => {
    onConnection(connection)
    expect(afterAQuietMoment()).toEqual([])
    expect(warmed).not.toHaveBeenCalled()
  },
)

test('a fast connection is no reason to wait, a frame that was left is', () => {
  onConnection({ saveData: false, effectiveType: '4g' })
  expect(afterAQuietMoment()).toHaveLength(1)
  preloaded.mockClear()
  expect(afterAQuietMoment(AbortSignal.abort())).toEqual([])
})
