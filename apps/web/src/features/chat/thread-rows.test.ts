// @vitest-environment node
import type { Message, VisibleMessage } from '@parvis/contract/chat.ts'
import { expect, test } from 'vitest'
import { threadRows } from './thread-rows.ts'
import { ME, OTHER, someMessage, THIRD } from './some-message.ts'

const at = (minutes: number) => new Date(2026, 5, 1, 12, minutes).toISOString()
const buildRows = (messages: readonly Message[], more: Partial<Parameters<typeof threadRows>[0]> = {}) =>
  threadRows({
    messages,
    pending: [],
    me: ME,
    readPlaceAtOpening: 0,
    lastPlaceAtOpening: 0,
    isComplete: false,
    ...more,
  })
const systemMessage = (place: number, type: 'joined' | 'left', from: string, minutes = place): VisibleMessage =>
  someMessage(place, { messageType: type, from, date: at(minutes) })

test('the first row of each day has the date, and messages of one author within five minutes are joined', () => {
  const rows = buildRows([
    someMessage(1, { date: at(0) }),
    someMessage(2, { date: at(4) }),
    someMessage(3, { date: at(10) }),
    someMessage(4, { date: at(11), from: ME }),
    someMessage(5, { date: at(24 * 60) }),
  ])
  expect(rows.map(({ day }) => day !== undefined)).toEqual([true, false, false, false, true])
  expect(rows.map(row => row.kind === 'said' && [row.joined, row.last])).toEqual([
    [false, false],
    [true, true],
    [false, true],
    [false, true],
    [false, true],
  ])
})

test('a completely loaded conversation begins with an introductory row', () => {
  expect(buildRows([someMessage(1)], { isComplete: true }).map(({ kind }) => kind)).toEqual(['start', 'said'])
  expect(buildRows([], { isComplete: true }).map(({ kind }) => kind)).toEqual(['start'])
})

test('the first message unread at opening is marked with the number of such messages from others', () => {
  const messages = [
    someMessage(1),
    someMessage(2, { from: ME }),
    systemMessage(3, 'joined', THIRD),
    someMessage(4),
    someMessage(5),
    someMessage(6),
  ]
  const marks = buildRows(messages, { readPlaceAtOpening: 1, lastPlaceAtOpening: 5 }).map(
    ({ unreadCount }) => unreadCount,
  )
  expect(marks).toEqual([undefined, undefined, undefined, 2, undefined, undefined])
  expect(
    buildRows(messages, { readPlaceAtOpening: 5, lastPlaceAtOpening: 5 }).some(({ unreadCount }) => unreadCount),
  ).toBe(false)
})

test('members who join are grouped in one row; each departure, and the viewer’s own joining, has its own row', () => {
  const people = buildRows([
    systemMessage(1, 'joined', OTHER),
    systemMessage(2, 'joined', THIRD),
    systemMessage(3, 'joined', ME),
    systemMessage(4, 'left', OTHER),
    systemMessage(5, 'left', THIRD),
  ]).map(row => (row.kind === 'system' ? row.people.map(({ _id }) => _id) : null))
  expect(people).toEqual([[OTHER, THIRD], [ME], [OTHER], [THIRD]])
})

test('hidden messages are omitted, and pending ones come last until they are stored', () => {
  const pending = ['tmp 2', 'tmp 3'].map(tmpId => ({
    kind: 'message' as const,
    id: tmpId,
    me: ME,
    place: `to ${OTHER}`,
    payload: { tmpId, to: OTHER },
    seq: 1,
    date: at(3),
  }))
  const messages: Message[] = [
    { conversationId: 'c', place: 1, hidden: true },
    someMessage(2, { from: ME, date: at(2) }),
  ]
  const rows = buildRows(messages, { pending })
  expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
    ['said', someMessage(2)._id],
    ['waiting', 'tmp 3'],
  ])
})
