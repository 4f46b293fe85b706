import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { unsentCounter } from './unsent-count.ts'
import { isListed } from './queue-order.ts'
import { device } from './memory-store.ts'
import {
  advanceTimers,
  closeOutbox,
  displayLog,
  failWithNetworkError,
  lastSendCall,
  openReportOutbox,
  registerReportSender,
  sentReports,
  sendCalls,
  writeReport,
} from './testing/report-outbox.ts'

vi.mock('./pending-store.ts', () => import('./memory-store.ts'))
const { savedItems } = device

const [ME, OTHER] = ['me', 'other']

let outbox: Outbox
beforeEach(async () => {
  outbox = await openReportOutbox(ME)
})
afterEach(() => closeOutbox(outbox))
const write = (id: string, reason?: string, place?: string) => writeReport(outbox, id, reason, place)

test('items of one `place` are sent in order and do not block other places', async () => {
  await write('a')
  await write('b')
  await write('c', 'c', 'elsewhere')
  expect(sendCalls.map(({ id }) => id)).toEqual(['a', 'c'])
  sendCalls[0]!.accept()
  await advanceTimers()
  expect(sendCalls.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

test('subscribers are notified when sending an item starts and ends', async () => {
  const sendingStates: boolean[] = []
  outbox.subscribe(() => sendingStates.push(outbox.isSending('a')))
  await write('a')
  expect(sendingStates.at(-1)).toBe(true)
  failWithNetworkError()
  await advanceTimers()
  expect(sendingStates.at(-1)).toBe(false)
})

test('only the last version of an item is sent, also if it changes while it is being sent', async () => {
  await write('a', 'first')
  await write('a', 'second')
  await write('a', 'third')
  expect(outbox.pending().length).toBe(1)
  lastSendCall().accept()
  await advanceTimers()
  expect(sendCalls.map(({ reason }) => reason)).toEqual(['first', 'third'])
  expect([...savedItems.values()]).toMatchObject([{ payload: { reason: 'third' } }])
  lastSendCall().accept()
  await advanceTimers()
  expect(outbox.pending()).toEqual([])
  // The display of a new version begins before the display of the previous one ends.
  expect(displayLog).toEqual(['begin first', 'begin second', 'end first', 'begin third', 'end second', 'end third'])
})

test('an item that its own screen displays is listed and counted as unsent only once it is refused', async () => {
  void outbox.send({ kind: 'report', id: 'a', place: 'a', payload: { kind: 'post', id: 'a' }, shownThere: true })
  await advanceTimers()
  expect([unsentCounter.get(), outbox.pending().filter(isListed).length]).toEqual([0, 0])
  lastSendCall().refuse(new ApiError('error404', 404))
  await advanceTimers()
  expect([unsentCounter.get(), outbox.pending().filter(isListed).length]).toEqual([1, 1])
})

test('an item that was cancelled is neither sent nor displayed', async () => {
  await write('a')
  failWithNetworkError()
  await advanceTimers()
  outbox.cancel('a')
  await advanceTimers(100_000)
  expect([sendCalls.length, savedItems.size]).toEqual([1, 0])
  expect(displayLog).toEqual(['begin a', 'end a'])
})

test('cancelling an item aborts its attempt, and the next item is sent', async () => {
  await write('a')
  await write('b')
  outbox.cancel('a')
  await advanceTimers()
  expect(sendCalls[0]!.attempt.signal.aborted).toBe(true)
  expect(lastSendCall().id).toBe('b')
})

test('`send` resolves when the device has stored the item', async () => {
  const stored = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(outbox.pending().length).toBe(1)
  expect(await stored).toBe('device')
  expect(savedItems.size).toBe(1)
})

test('an item that the device could not store is marked `onlyHere` until it is stored', async () => {
  device.hasRoom = false
  const stored = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(await stored).toBe('page')
  expect(outbox.pending()).toMatchObject([{ id: 'a', onlyHere: true }])
  device.hasRoom = true
  lastSendCall().attempt.changeItem({ payload: { kind: 'post', id: 'a', reason: 'more' } })
  await advanceTimers()
  expect(outbox.pending()[0]).toMatchObject({ id: 'a', payload: { reason: 'more' }, onlyHere: undefined })
  expect([...savedItems.values()]).toEqual([expect.not.objectContaining({ onlyHere: true })])
  lastSendCall().accept()
  await advanceTimers()
  expect([outbox.pending(), savedItems.size, sentReports.length]).toEqual([[], 0, 1])
})

test('items are stored again in their order after the browser has evicted the store', async () => {
  for (const id of ['a', 'b', 'c']) await write(id)
  failWithNetworkError()
  await advanceTimers()
  device.evict('second')
  outbox.retryAll()
  await advanceTimers()
  expect([...savedItems.values()].map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  for (const _ of ['a', 'b', 'c']) {
    lastSendCall().accept()
    await advanceTimers()
  }
  expect(sentReports).toEqual(['a a', 'b b', 'c c'])
  expect([outbox.pending().length, savedItems.size]).toEqual([0, 0])
})

test('items remain in order when the clock is set back', async () => {
  await write('a')
  failWithNetworkError()
  await advanceTimers()
  vi.setSystemTime(Date.now() - 3_600_000)
  await write('b')
  expect(outbox.pending().map(({ id }) => id)).toEqual(['a', 'b'])
  outbox.close()
  outbox = createOutbox()
  registerReportSender(outbox)
  await outbox.open(ME)
  await advanceTimers()
  expect(lastSendCall().id).toBe('a')
})

test('stored items are sent when their member opens the outbox again, not when another member does', async () => {
  await write('a')
  outbox.close()
  outbox = createOutbox()
  await outbox.open(OTHER)
  registerReportSender(outbox)
  await advanceTimers()
  expect(outbox.pending()).toEqual([])
  await outbox.open(ME)
  await advanceTimers()
  expect(sendCalls.map(({ id }) => id)).toEqual(['a', 'a'])
  sendCalls[1]!.accept()
  await advanceTimers()
  expect(sentReports).toEqual(['a a'])
})

test('another member is not notified of a sent item, and nothing is queued while nobody is signed in', async () => {
  await write('a')
  await outbox.open(OTHER)
  sendCalls[0]!.accept()
  await advanceTimers()
  expect(sentReports).toEqual([])
  await outbox.open(null)
  expect(await outbox.send({ kind: 'report', id: 'b', place: 'team', payload: { kind: 'post', id: 'b' } })).toBe(null)
})

test('an item waits until the sender of its kind is registered', async () => {
  outbox.close()
  outbox = createOutbox()
  await outbox.open(ME)
  await write('a')
  expect(sendCalls).toEqual([])
  registerReportSender(outbox)
  await advanceTimers()
  expect(sendCalls.map(({ id }) => id)).toEqual(['a'])
})
