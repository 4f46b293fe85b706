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
/** A member with these abilities, of a community that shows its team or not. */
const memberWith = (subscribe: boolean, ...abilities: (keyof SessionUser['abilities'])[]) => ({
  community: { subscribe },
  session: {
    communityId: 'c1',
    abilities: Object.fromEntries(abilities.map(one => [one, true])) as SessionUser['abilities'],
  },
})
const guest = memberWith(true)
const queried = vi.fn<(options: { queryKey: readonly unknown[] }) => Promise<void>>(async () => {})
/** Requests of the first screen that are still pending. */
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

/** Adds a picture of the first screen that is still loading. */
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
  // pause: a stub of the idle callback, under fake timers
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

test('prefetches the screens of the other tabs once the first screen has loaded, and what they lead to seconds later', () => {
  prefetch(router, tabs, guest, new AbortController().signal)
  vi.advanceTimersByTime(100)
  expect(preloaded).not.toHaveBeenCalled()
  vi.advanceTimersByTime(400)
  expect(preloaded.mock.calls).toEqual([[{ to: '/deals' }]])
  vi.advanceTimersByTime(2_000)
  expect(chunks).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  // Only routes of an existing tab; a route without `prefetchTexts` is heavy, or useless without a network.
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
  'prefetches the data that no tab leads to: %s',
  async (_, member, kinds) => {
    prefetch(router, tabs, member, new AbortController().signal)
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    // The queries of the features are imported only then.
    await vi.waitFor(
      () => expect(queried.mock.calls.map(([{ queryKey }]) => queryKey.at(-1)).sort()).toEqual([...kinds].sort()),
      { timeout: 20_000 },
    )
  },
  30_000,
)

test('prefetches the pictures of the community last', () => {
  prefetchedTargets()
  expect(warmed.mock.calls.map(([community]) => community)).toEqual(['here'])
  expect(warmed.mock.invocationCallOrder[0]).toBeGreaterThan(preloaded.mock.invocationCallOrder[0]!)
})

test('waits for the requests and the visible pictures of the first screen, with a time limit', () => {
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
  'prefetches nothing on a connection of %o',
  connection => {
    onConnection(connection)
    expect(prefetchedTargets()).toEqual([])
    expect(warmed).not.toHaveBeenCalled()
  },
)

test('prefetches on a fast connection, but not once the frame is left', () => {
  onConnection({ saveData: false, effectiveType: '4g' })
  expect(prefetchedTargets()).toHaveLength(1)
  preloaded.mockClear()
  expect(prefetchedTargets(AbortSignal.abort())).toEqual([])
})
