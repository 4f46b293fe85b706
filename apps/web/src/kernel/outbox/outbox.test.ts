import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import { createOutbox, type Attempt, type Outbox } from './outbox.ts'
import { unsentCounter } from './unsent-count.ts'
import { isListed } from './queue-order.ts'
import { device } from './memory-store.ts'

vi.mock('./pending-store.ts', () => import('./memory-store.ts'))
const { savedItems } = device

const [ME, OTHER] = ['me', 'other']

interface PendingTry {
  id: string
  reason: string | undefined
  attempt: Attempt<'report'>
  accept: (answer?: unknown) => void
  refuse: (error: ApiError) => void
}
/** Attempts stay pending until the test answers them. */
let tries: PendingTry[]
let sent: string[]
let displayed: string[]
let outbox: Outbox

const registerReportSender = (box: Outbox) =>
  box.registerSender('report', {
    send: ({ id, payload: { reason } }, attempt) =>
      new Promise<{ _id: string }>((answer, refuse) => {
        attempt.signal.addEventListener('abort', () => refuse(attempt.signal.reason))
        tries.push({ id, reason, attempt, accept: (said: unknown = { _id: id }) => answer(said as never), refuse })
      }),
    onSent: (_, { id, payload: { reason } }) => void sent.push(`${id} ${reason}`),
    show: ({ payload: { reason } }) => {
      displayed.push(`begin ${reason}`)
      return () => void displayed.push(`end ${reason}`)
    },
  })

beforeEach(async () => {
  vi.useFakeTimers()
  device.reset()
  tries = []
  sent = []
  displayed = []
  outbox = createOutbox()
  registerReportSender(outbox)
  await outbox.open(ME)
})
afterEach(() => {
  outbox.close()
  vi.useRealTimers()
})
const advance = (ms = 1) => vi.advanceTimersByTimeAsync(ms)
const write = async (id: string, reason = id, place = 'team') => {
  void outbox.send({ kind: 'report', id, place, payload: { kind: 'post', id, reason } })
  await advance()
}
const lastTry = () => tries.at(-1)!
const failWithNetworkError = () => lastTry().refuse(new ApiError('networkerror', 0))

test('sends items of one place in order, and blocks no other place', async () => {
  await write('a')
  await write('b')
  await write('c', 'c', 'elsewhere')
  expect(tries.map(({ id }) => id)).toEqual(['a', 'c'])
  tries[0]!.accept()
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

test('retries with backoff under the same id, and at once when the connection is back', async () => {
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

test('retries when an intermediary answers in place of the server', async () => {
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

test('notifies subscribers when an item is being sent and when it is not any more', async () => {
  const heard: boolean[] = []
  outbox.subscribe(() => heard.push(outbox.isSending('a')))
  await write('a')
  expect(heard.at(-1)).toBe(true)
  failWithNetworkError()
  await advance()
  expect(heard.at(-1)).toBe(false)
})

test('retries the other places after a success at one', async () => {
  await write('a', 'a', 'one')
  failWithNetworkError()
  await advance()
  await write('b', 'b', 'other')
  lastTry().accept()
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
})

test('aborts and retries a stalled attempt, but not one that makes progress', async () => {
  await write('a')
  await advance(25_000)
  lastTry().attempt.onProgress()
  await advance(25_000)
  expect(tries.length).toBe(1)
  await advance(10_000)
  expect(tries.length).toBe(2)
})

test('reports a refusal with its reason, continues with the next item, and retries on demand', async () => {
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
  'does not treat %s as a refusal',
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
  // An error over the live connection has no HTTP status.
  [400, 'unexpectederror'],
] as const)('gives up on an item after five failures with %i, and allows a retry', async (...given) => {
  const [status, key] = given
  const fail = () => lastTry().refuse(new ApiError(key, status))
  await write('a')
  await write('b')
  // Neither a missing answer nor an unreachable server counts as a failure of the item.
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

test('does not count a foreign 500 response as a failure, however often it comes', async () => {
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
] as const)('does not treat a foreign %i response as a refusal', async (status, key) => {
  await write('a')
  lastTry().refuse(new ApiError(key, status, { foreign: true }))
  await advance(4_000)
  expect(tries.length).toBe(2)
  expect(outbox.pending()[0]).not.toHaveProperty('refused')
})

test('waits for a short rate limit, and reports the daily limit', async () => {
  await write('a')
  lastTry().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 20 } }))
  await advance(19_000)
  expect(tries.length).toBe(1)
  await advance(2_000)
  lastTry().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 50_000 } }))
  await advance()
  expect(outbox.pending()[0]).toMatchObject({ refused: { key: 'toomanyrequests' } })
})

test('keeps only the last version of an item, also while one is being sent', async () => {
  await write('a', 'first')
  await write('a', 'second')
  await write('a', 'third')
  expect(outbox.pending().length).toBe(1)
  lastTry().accept()
  await advance()
  expect(tries.map(({ reason }) => reason)).toEqual(['first', 'third'])
  expect([...savedItems.values()]).toMatchObject([{ payload: { reason: 'third' } }])
  lastTry().accept()
  await advance()
  expect(outbox.pending()).toEqual([])
  // The next version is displayed before the previous one ends.
  expect(displayed).toEqual(['begin first', 'begin second', 'end first', 'begin third', 'end second', 'end third'])
})

test('lists an item that is shown in place once it is refused', async () => {
  void outbox.send({ kind: 'report', id: 'a', place: 'a', payload: { kind: 'post', id: 'a' }, shownThere: true })
  await advance()
  expect([unsentCounter.count(), outbox.pending().filter(isListed).length]).toEqual([0, 0])
  lastTry().refuse(new ApiError('error404', 404))
  await advance()
  expect([unsentCounter.count(), outbox.pending().filter(isListed).length]).toEqual([1, 1])
})

test('neither sends nor displays an item that was cancelled', async () => {
  await write('a')
  failWithNetworkError()
  await advance()
  outbox.cancel('a')
  await advance(100_000)
  expect([tries.length, savedItems.size]).toEqual([1, 0])
  expect(displayed).toEqual(['begin a', 'end a'])
})

test('aborts the attempt for a cancelled item and continues with the next', async () => {
  await write('a')
  await write('b')
  outbox.cancel('a')
  await advance()
  expect(tries[0]!.attempt.signal.aborted).toBe(true)
  expect(lastTry().id).toBe('b')
})

test('resolves `send` when the device has stored the item', async () => {
  const stored = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(outbox.pending().length).toBe(1)
  expect(await stored).toBe('device')
  expect(savedItems.size).toBe(1)
})

test('marks an item that the device could not store, until it can', async () => {
  device.hasRoom = false
  const stored = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(await stored).toBe('page')
  expect(outbox.pending()).toMatchObject([{ id: 'a', onlyHere: true }])
  device.hasRoom = true
  lastTry().attempt.change({ payload: { kind: 'post', id: 'a', reason: 'more' } })
  await advance()
  expect(outbox.pending()[0]).toMatchObject({ id: 'a', payload: { reason: 'more' }, onlyHere: undefined })
  expect([...savedItems.values()]).toEqual([expect.not.objectContaining({ onlyHere: true })])
  lastTry().accept()
  await advance()
  expect([outbox.pending(), savedItems.size, sent.length]).toEqual([[], 0, 1])
})

test('stores items again, in order, after the device has evicted its store', async () => {
  for (const id of ['a', 'b', 'c']) await write(id)
  failWithNetworkError()
  await advance()
  device.evict('second')
  outbox.retryAll()
  await advance()
  expect([...savedItems.values()].map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  for (const _ of ['a', 'b', 'c']) {
    lastTry().accept()
    await advance()
  }
  expect(sent).toEqual(['a a', 'b b', 'c c'])
  expect([outbox.pending().length, savedItems.size]).toEqual([0, 0])
})

test('keeps the order when the clock is set back', async () => {
  await write('a')
  failWithNetworkError()
  await advance()
  vi.setSystemTime(Date.now() - 3_600_000)
  await write('b')
  expect(outbox.pending().map(({ id }) => id)).toEqual(['a', 'b'])
  outbox.close()
  outbox = createOutbox()
  registerReportSender(outbox)
  await outbox.open(ME)
  await advance()
  expect(lastTry().id).toBe('a')
})

test('sends stored items from the next page of the same member only', async () => {
  await write('a')
  outbox.close()
  outbox = createOutbox()
  await outbox.open(OTHER)
  registerReportSender(outbox)
  await advance()
  expect(outbox.pending()).toEqual([])
  await outbox.open(ME)
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'a'])
  tries[1]!.accept()
  await advance()
  expect(sent).toEqual(['a a'])
})

test('reports no result to another member, and sends nothing for nobody', async () => {
  await write('a')
  await outbox.open(OTHER)
  tries[0]!.accept()
  await advance()
  expect(sent).toEqual([])
  await outbox.open(null)
  expect(await outbox.send({ kind: 'report', id: 'b', place: 'team', payload: { kind: 'post', id: 'b' } })).toBe(null)
})

test('holds an item until the sender of its kind is registered', async () => {
  outbox.close()
  outbox = createOutbox()
  await outbox.open(ME)
  await write('a')
  expect(tries).toEqual([])
  registerReportSender(outbox)
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a'])
})
