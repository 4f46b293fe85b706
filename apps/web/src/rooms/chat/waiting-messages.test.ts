import type { ChatGroup, ChatUser } from '@parvis/contract/chat.ts'
import { expect, test } from 'vitest'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { withWaiting } from './waiting-messages.ts'

const at = (hour: number) => `2026-07-14T${String(hour).padStart(2, '0')}:00:00.000Z`
const lastSaid = (hour?: number) => (hour === undefined ? undefined : { date: at(hour) })
const person = (_id: string, hour?: number) => ({ _id, lastMessage: lastSaid(hour) }) as ChatUser
const group = (_id: string, hour?: number) => ({ event: { _id }, lastMessage: lastSaid(hour) }) as ChatGroup
const waits = (place: string, hour: number, kind = 'message') => ({ kind, place, date: at(hour) }) as Waiting
const idsOf = (entries: (ChatUser | ChatGroup)[]) =>
  entries.map(entry => ('event' in entry ? entry.event._id : entry._id))

test('a conversation for which something waits stands where its latest message was written', () => {
  const entries = [person('a', 12), group('g', 11), person('b', 10), person('c', 9), group('quiet')]
  expect(idsOf(withWaiting(entries, []))).toEqual(['a', 'g', 'b', 'c', 'quiet'])
  expect(idsOf(withWaiting(entries, [waits('to c', 10), waits('to c', 13)]))).toEqual(['c', 'a', 'g', 'b', 'quiet'])
  expect(idsOf(withWaiting(entries, [waits('group quiet', 11)]))).toEqual(['a', 'g', 'quiet', 'b', 'c'])
  expect(idsOf(withWaiting(entries, [waits('posts', 20, 'post')]))).toEqual(['a', 'g', 'b', 'c', 'quiet'])
})
