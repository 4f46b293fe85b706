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
/** The attempts that are running until the test answers them. */
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

test('items of one `place` are sent in order and do not block other places', async () => {
  await write('a')
  await write('b')
  await write('c', 'c', 'elsewhere')
  expect(tries.map(({ id }) => id)).toEqual(['a', 'c'])
  tries[0]!.accept()
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

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

test('subscribers are notified when sending an item starts and ends', async () => {
  const heard: boolean[] = []
  outbox.subscribe(() => heard.push(outbox.isSending('a')))
  await write('a')
  expect(heard.at(-1)).toBe(true)
  failWithNetworkError()
  await advance()
  expect(heard.at(-1)).toBe(false)
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

test('only the last version of an item is sent, also if it changes while it is being sent', async () => {
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
  // The display of a new version begins before the display of the previous one ends.
  expect(displayed).toEqual(['begin first', 'begin second', 'end first', 'begin third', 'end second', 'end third'])
})

test('an item that its own screen shows is listed only once it is refused', async () => {
  void outbox.send({ kind: 'report', id: 'a', place: 'a', payload: { kind: 'post', id: 'a' }, shownThere: true })
  await advance()
  expect([unsentCounter.count(), outbox.pending().filter(isListed).length]).toEqual([0, 0])
  lastTry().refuse(new ApiError('error404', 404))
  await advance()
  expect([unsentCounter.count(), outbox.pending().filter(isListed).length]).toEqual([1, 1])
})

test('an item that was cancelled is neither sent nor displayed', async () => {
  await write('a')
  failWithNetworkError()
  await advance()
  outbox.cancel('a')
  await advance(100_000)
  expect([tries.length, savedItems.size]).toEqual([1, 0])
  expect(displayed).toEqual(['begin a', 'end a'])
})

test('cancelling an item aborts its attempt, and the next item is sent', async () => {
  await write('a')
  await write('b')
  outbox.cancel('a')
  await advance()
  expect(tries[0]!.attempt.signal.aborted).toBe(true)
  expect(lastTry().id).toBe('b')
})

test('`send` resolves when the device has stored the item', async () => {
  const stored = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(outbox.pending().length).toBe(1)
  expect(await stored).toBe('device')
  expect(savedItems.size).toBe(1)
})

test('an item that the device could not store is marked until it is stored', async () => {
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

test('items are stored again in their order after the device has evicted its store', async () => {
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

test('items keep their order when the clock is set back', async () => {
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

test('stored items are sent by the next page of the same member only', async () => {
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

test('a result is not reported to another member, and nothing is sent while nobody is signed in', async () => {
  await write('a')
  await outbox.open(OTHER)
  tries[0]!.accept()
  await advance()
  expect(sent).toEqual([])
  await outbox.open(null)
  expect(await outbox.send({ kind: 'report', id: 'b', place: 'team', payload: { kind: 'post', id: 'b' } })).toBe(null)
})

test('an item waits until the sender of its kind is registered', async () => {
  outbox.close()
  outbox = createOutbox()
  await outbox.open(ME)
  await write('a')
  expect(tries).toEqual([])
  registerReportSender(outbox)
  await advance()
  expect(tries.map(({ id }) => id)).toEqual(['a'])
})
