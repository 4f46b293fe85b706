import { TOLD_EVERY_MS } from '@parvis/contract/limits.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Announcement } from './messages.ts'
import { createPace } from './pace.ts'

const told: Announcement[] = []
let pace: ReturnType<typeof createPace>
beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
  pace = createPace(announcement => told.push(announcement))
})
afterEach(() => {
  pace.stop()
  vi.useRealTimers()
})

const about = (eventId: string) => ({ about: { _id: eventId } })
const changed = (eventId: string, ...channelIds: string[]): Announcement => ({
  name: 'event.updated',
  message: { eventId, communityId: 'c', channelIds },
  ...about(eventId),
})
const gone = (eventId: string, ...channelIds: string[]): Announcement => ({
  name: 'event.deleted',
  message: { eventId, communityId: 'c', channelIds },
  ...about(eventId),
})
const answered = (eventId: string, userId: string, interested = true): Announcement => ({
  name: 'event.answered',
  message: { eventId, communityId: 'c', channelIds: ['x'], userId, interested },
  ...about(eventId),
})

it('tells the first at once, and the last state a second later', () => {
  for (let count = 0; count < 500; count++) pace.announce(changed('a', 'x'))
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told).toHaveLength(2)
  vi.advanceTimersByTime(10 * TOLD_EVERY_MS)
  expect(told).toHaveLength(2)
})

it('tells of a flood once a second, and of other posts at once', () => {
  for (let ms = 0; ms < 5000; ms += 10) {
    pace.announce(changed('a', 'x'))
    vi.advanceTimersByTime(10)
  }
  expect(told.length).toBeLessThanOrEqual(6)
  pace.announce(changed('b', 'x'))
  expect(told.at(-1)).toEqual(changed('b', 'x'))
})

it('keeps each answerer, and each once', () => {
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

it('remembers everybody who was to be told, wherever the post has been meanwhile', () => {
  pace.announce(changed('a', 'x'))
  pace.announce(changed('a', 'x', 'y'))
  pace.announce(changed('a', 'y', 'z'))
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told[1]!.message.channelIds).toEqual(['x', 'y', 'z'])
  pace.announce(changed('a', 'z', 'v'))
  pace.announce(gone('a', 'v'))
  expect(told[2]).toMatchObject({ name: 'event.deleted', message: { channelIds: ['z', 'v'] } })
  vi.advanceTimersByTime(TOLD_EVERY_MS)
  expect(told).toHaveLength(3)
})

it('forgets what was not told of for a while, and all when it stops', () => {
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
