// @vitest-environment node
import type { Message, VisibleMessage } from '@parvis/contract/chat.ts'
import { expect, test } from 'vitest'
import {
  conversationOf,
  findGap,
  isUnreadMessage,
  messagesOf,
  receiptStateOf,
  withLatestPage,
  withMessage,
} from './thread.cache.ts'
import { ME, OTHER, someConversation, someMessage, somePage, someThread } from './some-message.ts'

const completeThread = (...docs: Message[]) => someThread(somePage(docs, someConversation({ lastPlace: docs.length })))

/** Returns a seeded generator (mulberry32) of integers from 0 up to, but not including, `max`. */
const createRandom = (seed: number) => {
  let state = seed
  return (max: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % max
  }
}

test('a conversation reaches the state of the server, whatever the order of frames, duplicates and stale pages', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const random = createRandom(seed)
    const length = 5 + random(20)
    const knownCount = random(length)
    /** Every version of every message, as a frame could have sent it. */
    const states: Message[] = []
    const server: Message[] = Array.from({ length }, (_, n) => someMessage(n + 1, { from: n % 2 ? ME : OTHER }))
    const stalePages: (readonly Message[])[] = []
    for (let step = 0; step < 10; step++) {
      const place = 1 + random(length)
      const before = server[place - 1] as VisibleMessage
      states.push(before)
      if (random(3) === 0) server[place - 1] = { ...before, deleted: true, text: null }
      // A page requested now may arrive at any later time.
      if (random(4) === 0) stalePages.push([...server])
    }
    const old = server
      .slice(0, knownCount)
      .map((message, at) => states.find(state => state.place === at + 1) ?? message)
    let thread = completeThread(...old)
    const frames: (readonly Message[])[] = [...server, ...states].map(message => [message])
    frames.push(...stalePages, ...frames.slice(0, 5))
    for (let at = frames.length - 1; at > 0; at--) {
      const other = random(at + 1)
      ;[frames[at], frames[other]] = [frames[other]!, frames[at]!]
    }
    for (const frame of frames)
      thread = frame.length === 1 ? withMessage(thread, frame[0]!) : withLatestPage(thread, somePage([...frame]))
    expect(messagesOf(thread), `seed ${seed}`).toEqual(server)
    expect(findGap(thread), `seed ${seed}`).toBeNull()
  }
})

test('a deleted message stays deleted when a page from before the deletion arrives', () => {
  const gone = someMessage(2, { deleted: true, text: null })
  const thread = withMessage(completeThread(someMessage(1), someMessage(2)), gone)
  expect(messagesOf(withLatestPage(thread, somePage([someMessage(1), someMessage(2)])))[1]).toBe(gone)
})

test('receipts are not undone by a page that the server created before these receipts', () => {
  const thread = someThread(somePage([someMessage(1)], someConversation({ lastPlace: 1, othersRead: 1, readPlace: 1 })))
  const merged = withLatestPage(thread, somePage([someMessage(1)], someConversation({ othersReceived: 1 })))
  expect(conversationOf(merged)).toMatchObject({ lastPlace: 1, readPlace: 1, othersReceived: 1, othersRead: 1 })
})

test('a message older than the loaded pages is ignored, and a newer one is added', () => {
  const thread = someThread(somePage([someMessage(40), someMessage(41)], someConversation(), { hasNextPage: true }))
  expect(withMessage(thread, someMessage(3))).toBe(thread)
  expect(messagesOf(withMessage(thread, someMessage(42))).map(({ place }) => place)).toEqual([40, 41, 42])
})

test('findGap returns the `place` before the first gap', () => {
  expect(findGap(completeThread(someMessage(1), someMessage(2)))).toBeNull()
  expect(findGap(completeThread(someMessage(1), someMessage(2), someMessage(4)))).toBe(2)
  expect(findGap(completeThread())).toBeNull()
})

test('receiptStateOf returns the delivery state; isUnreadMessage excludes own, system, deleted and hidden messages', () => {
  expect([1, 2, 3].map(place => receiptStateOf({ place }, { othersReceived: 2, othersRead: 1 }))).toEqual([
    'read',
    'received',
    'sent',
  ])
  const messages = [
    someMessage(1),
    someMessage(2, { from: ME }),
    someMessage(3, { messageType: 'joined' }),
    someMessage(4, { deleted: true }),
    { conversationId: 'c', place: 5, hidden: true } as const,
  ]
  expect(messages.map(one => isUnreadMessage(one, ME))).toEqual([true, false, false, false, false])
})
