import type { SessionUser } from '@parvis/contract/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tab } from '#web/ui/TabBar.tsx'
import { prefetch } from './prefetch.ts'

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
    ['/deal', { innerOf: 'deals', prefetchTexts: ['deals'] }],
    ['/talk', { innerOf: 'chat', prefetchTexts: ['chat'] }],
    ['/heavy', { innerOf: 'deals' }],
    ['/deals', undefined],
  ].map(([id, staticData]) => [id, { id, options: { staticData } }]),
)
/** A member with these abilities; `subscribe` is true if the community shows its team. */
const memberWith = (subscribe: boolean, ...abilities: (keyof SessionUser['abilities'])[]) => ({
  community: { subscribe },
  session: {
    communityId: 'c1',
    abilities: Object.fromEntries(abilities.map(one => [one, true])) as SessionUser['abilities'],
  },
})
const guest = memberWith(true)
const queried = vi.fn<(options: { queryKey: readonly unknown[] }) => Promise<void>>(async () => {})
/** The number of pending requests of the first screen. */
let fetchingCount = 0
const router = {
  latestLocation: { pathname: '/here' },
  buildLocation: ({ to }: { to: string }) => ({ pathname: to }),
  preloadRoute: preloaded,
  loadRouteChunk: chunks,
  routesById: routes,
  options: { context: { queryClient: { isFetching: () => fetchingCount, query: queried } } },
} as unknown as Parameters<typeof prefetch>[0]

const onConnection = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })

/** Adds a picture that is still loading to the first screen. */
const addPictureAt = (top: number, left = 0) => {
  const image = document.body.appendChild(new Image())
  Object.defineProperty(image, 'complete', { configurable: true, value: false })
  image.getBoundingClientRect = () => ({ top, bottom: top + 100, left, right: left + 100 }) as DOMRect
  return image
}

const prefetchedTargets = (signal = new AbortController().signal) => {
  prefetch(router, tabs, guest, signal)
  vi.advanceTimersByTime(10_000)
  return preloaded.mock.calls.map(([target]) => target)
}

beforeEach(() => {
  vi.useFakeTimers()
  // pause: a stub of requestIdleCallback, under fake timers
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => setTimeout(idle, 1))
  preloaded.mockClear()
  chunks.mockClear()
  queried.mockClear()
  warmed.mockClear()
  fetchingCount = 0
})
afterEach(() => {
  document.body.replaceChildren()
  onConnection(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('prefetch loads the other tabs after the first screen, and the code of inner screens some seconds later', () => {
  prefetch(router, tabs, guest, new AbortController().signal)
  vi.advanceTimersByTime(100)
  expect(preloaded).not.toHaveBeenCalled()
  vi.advanceTimersByTime(400)
  expect(preloaded.mock.calls).toEqual([[{ to: '/deals' }]])
  vi.advanceTimersByTime(2_000)
  expect(chunks).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  // Loads only routes of a shown tab that have `prefetchTexts`; the others are heavy, or useless offline.
  expect(chunks.mock.calls).toEqual([[routes['/deal']]])
})

test.each([
  [
    'for a member who can publish from templates',
    memberWith(false, 'publish', 'publishActivity'),
    ['categories', 'dates', 'times', 'places'],
  ],
  ['for a member who can only write free posts', memberWith(false, 'publish', 'post'), []],
  ['for a member whose community shows its team', memberWith(true, 'readChats'), ['employees']],
  ['for a member whose community hides its team', memberWith(false, 'readChats'), []],
  ['for a guest', guest, []],
])(
  'prefetch loads the data that screens without a tab need %s',
  async (_, member, kinds) => {
    prefetch(router, tabs, member, new AbortController().signal)
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    // prefetchedQueries imports the features' query modules only when a query runs.
    await vi.waitFor(
      () => expect(queried.mock.calls.map(([{ queryKey }]) => queryKey.at(-1)).sort()).toEqual([...kinds].sort()),
      { timeout: 20_000 },
    )
  },
  30_000,
)

test('prefetch loads the pictures of the community last', () => {
  prefetchedTargets()
  expect(warmed.mock.calls.map(([community]) => community)).toEqual(['here'])
  expect(warmed.mock.invocationCallOrder[0]).toBeGreaterThan(preloaded.mock.invocationCallOrder[0]!)
})

test('prefetch waits for the requests and visible pictures of the first screen, with a time limit', () => {
  fetchingCount = 1
  addPictureAt(5_000)
  addPictureAt(100, 5_000)
  const visiblePicture = addPictureAt(100)
  prefetch(router, tabs, guest, new AbortController().signal)
  vi.advanceTimersByTime(700)
  fetchingCount = 0
  vi.advanceTimersByTime(700)
  expect(preloaded).not.toHaveBeenCalled()
  Object.defineProperty(visiblePicture, 'complete', { value: true })
  vi.advanceTimersByTime(300)
  expect(preloaded).toHaveBeenCalledOnce()
  fetchingCount = 1
  preloaded.mockClear()
  expect(prefetchedTargets()).toHaveLength(1)
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'prefetch loads neither tabs nor pictures on a connection with %o',
  connection => {
    onConnection(connection)
    expect(prefetchedTargets()).toEqual([])
    expect(warmed).not.toHaveBeenCalled()
  },
)

test('prefetch loads the other tabs on a fast connection, but nothing once it is aborted', () => {
  onConnection({ saveData: false, effectiveType: '4g' })
  expect(prefetchedTargets()).toHaveLength(1)
  preloaded.mockClear()
  expect(prefetchedTargets(AbortSignal.abort())).toEqual([])
})
