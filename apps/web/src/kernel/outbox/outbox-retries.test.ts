import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import type { Outbox } from './outbox.ts'
import { device } from './memory-store.ts'
import {
  advance,
  closeOutbox,
  failWithNetworkError,
  lastTry,
  openReportOutbox,
  sent,
  tries,
  writeReport,
} from './report-outbox.ts'

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
    const before = tries.length
    await advance(wait - 100)
    expect(tries.length).toBe(before)
    await advance(200)
    expect(tries.length).toBe(before + 1)
  }
  failWithNetworkError()
  await advance()
  outbox.retryAll()
  await advance()
  expect(tries.length).toBe(5)
  lastTry().accept()
  await advance()
  expect(sent).toEqual(['a a'])
  expect([outbox.pending().length, savedItems.size]).toEqual([0, 0])
})

test('an item is retried when an intermediary answers instead of the server', async () => {
  await write('a')
  lastTry().accept({ status: 'login required' })
  await advance()
  expect([sent, outbox.pending().map(({ refused }) => refused)]).toEqual([[], [undefined]])
  await advance(3_100)
  expect(tries.length).toBe(2)
  lastTry().accept()
  await advance()
  expect([sent, outbox.pending()]).toEqual([['a a'], []])
})

test('a success at one `place` retries the items of the others', async () => {
  await write('a', 'a', 'one')
  failWithNetworkError()
  await advance()
  await write('b', 'b', 'other')
  lastTry().accept()
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
})

test('an attempt that stalls is aborted and retried, and one that makes progress is not', async () => {
  await write('a')
  await advance(25_000)
  lastTry().attempt.onProgress()
  await advance(25_000)
  expect(tries.length).toBe(1)
  await advance(10_000)
  expect(tries.length).toBe(2)
})

test('a refused item is reported with its reason, does not block the next item, and is retried on demand', async () => {
  await write('a')
  await write('b')
  lastTry().refuse(new ApiError('badrequest', 400, { field: 'reason' }))
  await advance()
  expect(outbox.pending()[0]).toMatchObject({ id: 'a', refused: { key: 'badrequest', field: 'reason' } })
  expect(lastTry().id).toBe('b')
  lastTry().accept()
  await advance(100_000)
  expect(tries.length).toBe(2)
  outbox.retry('a')
  await advance()
  lastTry().accept()
  await advance()
  expect(sent).toEqual(['b b', 'a a'])
})

test.each(['nosession', 'otheruser', 'obsolete', 'maintenance', 'unexpectederror'] as const)(
  '%s does not count as a refusal',
  async key => {
    await write('a')
    lastTry().refuse(
      new ApiError(key, { nosession: 401, otheruser: 409, obsolete: 411, maintenance: 503, unexpectederror: 500 }[key]),
    )
    await advance(4_000)
    expect(tries.length).toBe(2)
    expect(outbox.pending()[0]).not.toHaveProperty('refused')
  },
)

test.each([
  [500, 'unexpectederror'],
  [507, 'storagefull'],
  // An error that arrives over the live connection has no HTTP status.
  [400, 'unexpectederror'],
] as const)('an item is given up after five failures with %i, and can be retried', async (...given) => {
  const [status, key] = given
  const fail = () => lastTry().refuse(new ApiError(key, status))
  await write('a')
  await write('b')
  // A missing response and an unreachable server do not count as failures of the item.
  failWithNetworkError()
  await advance(3_100)
  for (const wait of [6_100, 12_100, 24_100, 48_100]) {
    fail()
    await advance(wait)
    expect(lastTry().id).toBe('a')
    expect(outbox.pending()[0]).not.toHaveProperty('refused')
  }
  fail()
  await advance()
  expect(outbox.pending()[0]).toMatchObject({ id: 'a', refused: { key } })
  lastTry().accept()
  await advance()
  expect(sent).toEqual(['b b'])
  outbox.retry('a')
  await advance()
  fail()
  await advance(3_100)
  lastTry().accept()
  await advance()
  expect(sent).toEqual(['b b', 'a a'])
})

test('a 500 response of an intermediary never counts as a failure of the item', async () => {
  await write('a')
  for (let tried = 0; tried < 10; tried++) {
    const before = tries.length
    lastTry().refuse(new ApiError('unexpectederror', 500, { foreign: true }))
    for (let waited = 0; waited <= 60 && tries.length === before; waited++) await advance(1_000)
    expect(tries.length).toBe(before + 1)
  }
  expect(outbox.pending()[0]).not.toHaveProperty('refused')
})

test.each([
  [403, 'unexpectederror'],
  [404, 'error404'],
] as const)('a %i response of an intermediary does not count as a refusal', async (status, key) => {
  await write('a')
  lastTry().refuse(new ApiError(key, status, { foreign: true }))
  await advance(4_000)
  expect(tries.length).toBe(2)
  expect(outbox.pending()[0]).not.toHaveProperty('refused')
})

test('a short rate limit is waited for, and a daily limit is reported as a refusal', async () => {
  await write('a')
  lastTry().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 20 } }))
  await advance(19_000)
  expect(tries.length).toBe(1)
  await advance(2_000)
  lastTry().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 50_000 } }))
  await advance()
  expect(outbox.pending()[0]).toMatchObject({ refused: { key: 'toomanyrequests' } })
})
