import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tab } from '#web/ui/TabBar.tsx'
import { fetchAhead } from './ahead.ts'

const tabs = [{ target: { to: '/here' } }, { target: { to: '/deals' } }] as unknown as Tab[]
const preloaded = vi.fn<(target: unknown) => Promise<void>>(async () => {})
const router = {
  latestLocation: { pathname: '/here' }, buildLocation: ({ to }: { to: string }) => ({ pathname: to }), preloadRoute: preloaded,
} as unknown as Parameters<typeof fetchAhead>[0]

const onConnection = (connection: object | undefined) => Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })

const afterAQuietMoment = (left = new AbortController().signal) => {
  fetchAhead(router, tabs, left)
  vi.advanceTimersByTime(10_000)
  return preloaded.mock.calls.map(([target]) => target)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => setTimeout(idle, 1))
  preloaded.mockClear()
})
afterEach(() => {
  onConnection(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the screens of the other tabs come in a quiet moment, and not before', () => {
  fetchAhead(router, tabs, new AbortController().signal)
  vi.advanceTimersByTime(1_000)
  expect(preloaded).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(preloaded.mock.calls).toEqual([[{ to: '/deals' }]])
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])('nothing is fetched ahead on a connection of %o', (connection) => {
  onConnection(connection)
  expect(afterAQuietMoment()).toEqual([])
})

test('a fast connection is no reason to wait, a frame that was left is', () => {
  onConnection({ saveData: false, effectiveType: '4g' })
  expect(afterAQuietMoment()).toHaveLength(1)
  preloaded.mockClear()
  expect(afterAQuietMoment(AbortSignal.abort())).toEqual([])
})
