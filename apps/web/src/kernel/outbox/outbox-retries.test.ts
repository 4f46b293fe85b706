import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import type { Outbox } from './outbox.ts'
import { device } from './memory-store.ts'
import {
  advanceTimers,
  closeOutbox,
  failWithNetworkError,
  lastSendCall,
  openReportOutbox,
  sentReports,
  sendCalls,
  writeReport,
} from './testing/report-outbox.ts'

vi.mock('./pending-store.ts', () => import('./memory-store.ts'))
const { savedItems } = device

const ME = 'me'

let outbox: Outbox
beforeEach(async () => {
  outbox = await openReportOutbox(ME)
})
afterEach(() => closeOutbox(outbox))
const write = (id: string, reason?: string, place?: string) => writeReport(outbox, id, reason, place)

test('an item is retried with backoff under the same id, and at once when the connection is back', async () => {
  await write('a')
  for (const wait of [3_000, 6_000, 12_000]) {
    failWithNetworkError()
    const before = sendCalls.length
    await advanceTimers(wait - 100)
    expect(sendCalls.length).toBe(before)
    await advanceTimers(200)
    expect(sendCalls.length).toBe(before + 1)
  }
  failWithNetworkError()
  await advanceTimers()
  outbox.retryAll()
  await advanceTimers()
  expect(sendCalls.length).toBe(5)
  lastSendCall().accept()
  await advanceTimers()
  expect(sentReports).toEqual(['a a'])
  expect([outbox.pending().length, savedItems.size]).toEqual([0, 0])
})

test('an item is retried when an intermediary responds instead of the server', async () => {
  await write('a')
  lastSendCall().accept({ status: 'login required' })
  await advanceTimers()
  expect([sentReports, outbox.pending().map(({ refused }) => refused)]).toEqual([[], [undefined]])
  await advanceTimers(3_100)
  expect(sendCalls.length).toBe(2)
  lastSendCall().accept()
  await advanceTimers()
  expect([sentReports, outbox.pending()]).toEqual([['a a'], []])
})

test('when an item of one `place` is sent, the items of other places are retried at once', async () => {
  await write('a', 'a', 'one')
  failWithNetworkError()
  await advanceTimers()
  await write('b', 'b', 'other')
  lastSendCall().accept()
  await advanceTimers()
  expect(sendCalls.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
})

test('an attempt that stalls is aborted and retried, and an attempt that makes progress is not', async () => {
  await write('a')
  await advanceTimers(25_000)
  lastSendCall().attempt.onProgress()
  await advanceTimers(25_000)
  expect(sendCalls.length).toBe(1)
  await advanceTimers(10_000)
  expect(sendCalls.length).toBe(2)
})

test('a refused item stores the error as its reason, does not block the next item, and is retried on demand', async () => {
  await write('a')
  await write('b')
  lastSendCall().refuse(new ApiError('badrequest', 400, { field: 'reason' }))
  await advanceTimers()
  expect(outbox.pending()[0]).toMatchObject({ id: 'a', refused: { key: 'badrequest', field: 'reason' } })
  expect(lastSendCall().id).toBe('b')
  lastSendCall().accept()
  await advanceTimers(100_000)
  expect(sendCalls.length).toBe(2)
  outbox.retry('a')
  await advanceTimers()
  lastSendCall().accept()
  await advanceTimers()
  expect(sentReports).toEqual(['b b', 'a a'])
})

test.each(['nosession', 'otheruser', 'obsolete', 'maintenance', 'unexpectederror'] as const)(
  'an item is retried after %s and not marked as refused',
  async key => {
    await write('a')
    lastSendCall().refuse(
      new ApiError(key, { nosession: 401, otheruser: 409, obsolete: 411, maintenance: 503, unexpectederror: 500 }[key]),
    )
    await advanceTimers(4_000)
    expect(sendCalls.length).toBe(2)
    expect(outbox.pending()[0]).not.toHaveProperty('refused')
  },
)

test.each([
  [500, 'unexpectederror'],
  [507, 'storagefull'],
  // An error that arrives over the live connection has no HTTP status.
  [400, 'unexpectederror'],
] as const)('an item is marked as refused after five failures with %i, and can be retried', async (...statusAndKey) => {
  const [status, key] = statusAndKey
  const fail = () => lastSendCall().refuse(new ApiError(key, status))
  await write('a')
  await write('b')
  // A missing response and an unreachable server do not count as failures of the item.
  failWithNetworkError()
  await advanceTimers(3_100)
  for (const wait of [6_100, 12_100, 24_100, 48_100]) {
    fail()
    await advanceTimers(wait)
    expect(lastSendCall().id).toBe('a')
    expect(outbox.pending()[0]).not.toHaveProperty('refused')
  }
  fail()
  await advanceTimers()
  expect(outbox.pending()[0]).toMatchObject({ id: 'a', refused: { key } })
  lastSendCall().accept()
  await advanceTimers()
  expect(sentReports).toEqual(['b b'])
  outbox.retry('a')
  await advanceTimers()
  fail()
  await advanceTimers(3_100)
  lastSendCall().accept()
  await advanceTimers()
  expect(sentReports).toEqual(['b b', 'a a'])
})

test('a 500 response of an intermediary never counts as a failure of the item', async () => {
  await write('a')
  for (let tried = 0; tried < 10; tried++) {
    const before = sendCalls.length
    lastSendCall().refuse(new ApiError('unexpectederror', 500, { foreign: true }))
    for (let waited = 0; waited <= 60 && sendCalls.length === before; waited++) await advanceTimers(1_000)
    expect(sendCalls.length).toBe(before + 1)
  }
  expect(outbox.pending()[0]).not.toHaveProperty('refused')
})

test.each([
  [403, 'unexpectederror'],
  [404, 'error404'],
] as const)(
  'an item is retried after a %i response of an intermediary and not marked as refused',
  async (status, key) => {
    await write('a')
    lastSendCall().refuse(new ApiError(key, status, { foreign: true }))
    await advanceTimers(4_000)
    expect(sendCalls.length).toBe(2)
    expect(outbox.pending()[0]).not.toHaveProperty('refused')
  },
)

test('an item is retried when a short rate limit ends, and marked as refused by a daily limit', async () => {
  await write('a')
  lastSendCall().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 20 } }))
  await advanceTimers(19_000)
  expect(sendCalls.length).toBe(1)
  await advanceTimers(2_000)
  lastSendCall().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 50_000 } }))
  await advanceTimers()
  expect(outbox.pending()[0]).toMatchObject({ refused: { key: 'toomanyrequests' } })
})
