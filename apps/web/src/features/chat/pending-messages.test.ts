// @vitest-environment node
import type { ChatGroup, ChatUser } from '@parvis/contract/chat.ts'
import { expect, test } from 'vitest'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { findNewContacts, mergeConversations } from './pending-messages.ts'

const at = (hour: number) => `2026-07-14T${String(hour).padStart(2, '0')}:00:00.000Z`
const lastMessageAt = (hour?: number) => (hour === undefined ? undefined : { date: at(hour) })
const person = (_id: string, hour?: number) => ({ _id, lastMessage: lastMessageAt(hour) }) as ChatUser
const group = (_id: string, hour?: number) => ({ event: { _id }, lastMessage: lastMessageAt(hour) }) as ChatGroup
const pendingItem = (place: string, hour: number, kind = 'message') => ({ kind, place, date: at(hour) }) as PendingItem
const idsOf = (entries: (ChatUser | ChatGroup)[]) =>
  entries.map(entry => ('event' in entry ? entry.event._id : entry._id))

const message = (to: string, hour: number, more: object = {}) =>
  ({ ...pendingItem(`to ${to}`, hour), payload: { tmpId: to, to }, ...more }) as PendingItem

test('mergeConversations sorts a conversation by its latest pending message', () => {
  const users = [person('a', 12), person('b', 10), person('c', 9)]
  const groups = [group('g', 11), group('quiet')]
  const idsWithPending = (...waiting: PendingItem[]) => idsOf(mergeConversations(users, groups, waiting))
  expect(idsWithPending()).toEqual(['a', 'g', 'b', 'c'])
  expect(idsWithPending(pendingItem('to c', 10), pendingItem('to c', 13))).toEqual(['c', 'a', 'g', 'b'])
  expect(idsWithPending(pendingItem('posts', 20, 'post'))).toEqual(['a', 'g', 'b', 'c'])
  // A group without messages is listed once a message to it is pending.
  expect(idsWithPending(pendingItem('group quiet', 11))).toEqual(['a', 'g', 'quiet', 'b', 'c'])
})

test('findNewContacts lists a person with several pending first messages once', () => {
  const users = [person('a', 12)]
  const ana = { _id: 'n', pseudo: 'ana', firstname: 'Ana', photoUri: '/media/ana' }
  const waiting = [message('a', 13), message('n', 14, { person: ana }), message('n', 15, { person: ana })]
  const newContacts = findNewContacts(users, waiting)
  expect(newContacts).toEqual([{ ...ana, online: false, notRead: 0 }])
  expect(idsOf(mergeConversations([...users, ...newContacts], [], waiting))).toEqual(['n', 'a'])
  // The server already lists the person.
  expect(findNewContacts([...users, person('n', 15)], waiting)).toEqual([])
  expect(findNewContacts(users, [pendingItem('posts', 20, 'post')])).toEqual([])
})

test('findNewContacts omits recipients who can no longer be written to, but lists recipients after any other refusal', () => {
  const refused = (key: string) => [message('n', 14, { person: { _id: 'n' }, refused: { key } })]
  expect(findNewContacts([], refused('forbidden'))).toEqual([])
  expect(findNewContacts([], refused('toomanyrequests'))).toHaveLength(1)
})
