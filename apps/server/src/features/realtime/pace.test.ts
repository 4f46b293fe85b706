import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { feedAnnouncements } from '../feed/feed.announcements.ts'
import type { Announced } from './announced.ts'
import { createBackground } from '#server/kernel/background.ts'
import { createPace, TOLD_EVERY_MS } from './pace.ts'

const told: Announced[] = []
let pace: ReturnType<typeof createPace>
beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
  pace = createPace(one => told.push(one), createBackground())
})
afterEach(() => {
  pace.stop()
  vi.useRealTimers()
})

const announced = <K extends keyof BusMessages>(name: K, message: BusMessages[K]): Announced => ({
  announcement: feedAnnouncements.find(one => one.name === name)!,
  message,
})
const changed = (eventId: string, ...channelIds: string[]) =>
  announced('event.updated', { eventId, communityId: 'c', channelIds })
const gone = (eventId: string, ...channelIds: string[]) =>
  announced('event.deleted', { eventId, communityId: 'c', channelIds, version: 2 })
const answered = (eventId: string, userId: string, interested = true) =>
  announced('event.answered', { eventId, communityId: 'c', channelIds: ['x'], userId, interested })

it('delivers the first at once, and the last state a second later', () => {
  for (let count = 0; count < 500; count++) pace.announce(changed('a', 'x'))
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told).toHaveLength(2)
  vi.advanceTimersByTime(10 * TOLD_EVERY_MS)
  expect(told).toHaveLength(2)
})

it('delivers a flood once a second, and other posts at once', () => {
  for (let ms = 0; ms < 5000; ms += 10) {
    pace.announce(changed('a', 'x'))
    vi.advanceTimersByTime(10)
  }
  expect(told.length).toBeLessThanOrEqual(6)
  pace.announce(changed('b', 'x'))
  expect(told.at(-1)).toEqual(changed('b', 'x'))
})

it('keeps each person who answered, with their last answer only', () => {
  for (const [userId, interested] of [
    ['u', true],
    ['v', true],
    ['u', false],
    ['w', true],
    ['v', false],
  ] as const)
    pace.announce(answered('a', userId, interested))
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told).toEqual([answered('a', 'u'), answered('a', 'v', false), answered('a', 'u', false), answered('a', 'w')])
})

it('merges the channels of all changes, wherever the post has been meanwhile', () => {
  pace.announce(changed('a', 'x'))
  pace.announce(changed('a', 'x', 'y'))
  pace.announce(changed('a', 'y', 'z'))
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told[1]!.message).toMatchObject({ channelIds: ['x', 'y', 'z'] })
  pace.announce(changed('a', 'z', 'v'))
  pace.announce(gone('a', 'v'))
  expect(told[2]).toMatchObject({
    announcement: { name: 'event.deleted' },
    message: { channelIds: ['z', 'v'], version: 2 },
  })
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told).toHaveLength(3)
})

it('clears idle subjects, and everything when it stops', () => {
  pace.announce(changed('a', 'x'))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(vi.getTimerCount()).toBe(0)
  pace.announce(changed('a', 'x'))
  pace.announce(changed('a', 'x'))
  pace.stop()
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect([told.length, vi.getTimerCount()]).toEqual([2, 0])
})
