import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { feedLiveEvents } from '../feed/feed.live-events.ts'
import type { QueuedLiveEvent } from './queued-live-event.ts'
import { createBackground } from '#server/kernel/background.ts'
import { createThrottle, THROTTLE_MS } from './throttle.ts'

const delivered: QueuedLiveEvent[] = []
let throttle: ReturnType<typeof createThrottle>
beforeEach(() => {
  vi.useFakeTimers()
  delivered.length = 0
  throttle = createThrottle(one => delivered.push(one), createBackground())
})
afterEach(() => {
  throttle.stop()
  vi.useRealTimers()
})

const liveEvent = <K extends keyof BusMessages>(name: K, message: BusMessages[K]): QueuedLiveEvent => ({
  definition: feedLiveEvents.find(one => one.name === name)!,
  message,
})
const changed = (eventId: string, ...channelIds: string[]) =>
  liveEvent('event.updated', { eventId, communityId: 'c', channelIds })
const deleted = (eventId: string, ...channelIds: string[]) =>
  liveEvent('event.deleted', { eventId, communityId: 'c', channelIds, version: 2 })
const answered = (eventId: string, userId: string, interested = true) =>
  liveEvent('event.answered', { eventId, communityId: 'c', channelIds: ['x'], userId, interested })

it('the throttle delivers the first change of a post at once, and the last state a second later', () => {
  for (let count = 0; count < 500; count++) throttle.publish(changed('a', 'x'))
  expect(delivered).toHaveLength(1)
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(delivered).toHaveLength(2)
  vi.advanceTimersByTime(10 * THROTTLE_MS)
  expect(delivered).toHaveLength(2)
})

it('the throttle delivers a flood of changes once a second, and other posts at once', () => {
  for (let ms = 0; ms < 5000; ms += 10) {
    throttle.publish(changed('a', 'x'))
    vi.advanceTimersByTime(10)
  }
  expect(delivered.length).toBeLessThanOrEqual(6)
  throttle.publish(changed('b', 'x'))
  expect(delivered.at(-1)).toEqual(changed('b', 'x'))
})

it('the throttle delivers the first answer at once, and a second later the last answer of each person', () => {
  for (const [userId, interested] of [
    ['u', true],
    ['v', true],
    ['u', false],
    ['w', true],
    ['v', false],
  ] as const)
    throttle.publish(answered('a', userId, interested))
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(delivered).toEqual([
    answered('a', 'u'),
    answered('a', 'v', false),
    answered('a', 'u', false),
    answered('a', 'w'),
  ])
})

it('the throttle merges the channels of all changes, also those that the post has left again', () => {
  throttle.publish(changed('a', 'x'))
  throttle.publish(changed('a', 'x', 'y'))
  throttle.publish(changed('a', 'y', 'z'))
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(delivered[1]!.message).toMatchObject({ channelIds: ['x', 'y', 'z'] })
  throttle.publish(changed('a', 'z', 'v'))
  throttle.publish(deleted('a', 'v'))
  expect(delivered[2]).toMatchObject({
    definition: { name: 'event.deleted' },
    message: { channelIds: ['z', 'v'], version: 2 },
  })
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(delivered).toHaveLength(3)
})

it('the throttle clears the timers of idle posts, and everything when it stops', () => {
  throttle.publish(changed('a', 'x'))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(vi.getTimerCount()).toBe(0)
  throttle.publish(changed('a', 'x'))
  throttle.publish(changed('a', 'x'))
  throttle.stop()
  vi.advanceTimersByTime(THROTTLE_MS)
  expect([delivered.length, vi.getTimerCount()]).toEqual([2, 0])
})
