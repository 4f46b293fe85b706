import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import { createOutbox, type Attempt, type Outbox } from './outbox.ts'
import { unsentCounter } from './unsent-count.ts'
import { isListed } from './waiting-order.ts'
import { device } from './some-store.ts'

vi.mock('./waiting-store.ts', () => import('./some-store.ts'))
const { kept } = device

const [ME, OTHER] = ['me', 'other']

interface Try {
  id: string
  reason: string | undefined
  attempt: Attempt<'report'>
  accept: (answer?: unknown) => void
  refuse: (error: ApiError) => void
}
/** Attempts stay pending until the test answers them. */
let tries: Try[]
let sent: string[]
let shown: string[]
let outbox: Outbox

const serve = (box: Outbox) =>
  box.serve('report', {
    send: ({ id, payload: { reason } }, attempt) =>
      new Promise<{ _id: string }>((answer, refuse) => {
        attempt.signal.addEventListener('abort', () => refuse(attempt.signal.reason))
        tries.push({ id, reason, attempt, accept: (said: unknown = { _id: id }) => answer(said as never), refuse })
      }),
    onSent: (_, { id, payload: { reason } }) => void sent.push(`${id} ${reason}`),
    show: ({ payload: { reason } }) => {
      shown.push(`begin ${reason}`)
      return () => void shown.push(`end ${reason}`)
    },
  })

beforeEach(async () => {
  vi.useFakeTimers()
  device.renew()
  tries = []
  sent = []
  shown = []
  outbox = createOutbox()
  serve(outbox)
  await outbox.open(ME)
})
afterEach(() => {
  outbox.close()
  vi.useRealTimers()
})
const pass = (ms = 1) => vi.advanceTimersByTimeAsync(ms)
const write = async (id: string, reason = id, place = 'team') => {
  void outbox.send({ kind: 'report', id, place, payload: { kind: 'post', id, reason } })
  await pass()
}
const last = () => tries.at(-1)!
const lost = () => last().refuse(new ApiError('networkerror', 0))

test('sends items of one place in order, and blocks no other place', async () => {
  await write('a')
  await write('b')
  await write('c', 'c', 'elsewhere')
  expect(tries.map(({ id }) => id)).toEqual(['a', 'c'])
  tries[0]!.accept()
  await pass()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

test('retries with backoff under the same id, and at once when the connection is back', async () => {
  await write('a')
  for (const wait of [3_000, 6_000, 12_000]) {
    lost()
    const before = tries.length
    await pass(wait - 100)
    expect(tries.length).toBe(before)
    await pass(200)
    expect(tries.length).toBe(before + 1)
  }
  lost()
  await pass()
  outbox.wake()
  await pass()
  expect(tries.length).toBe(5)
  last().accept()
  await pass()
  expect(sent).toEqual(['a a'])
  expect([outbox.waiting().length, kept.size]).toEqual([0, 0])
})

test('retries when an intermediary answers in place of the server', async () => {
  await write('a')
  last().accept({ status: 'login required' })
  await pass()
  expect([sent, outbox.waiting().map(({ refused }) => refused)]).toEqual([[], [undefined]])
  await pass(3_100)
  expect(tries.length).toBe(2)
  last().accept()
  await pass()
  expect([sent, outbox.waiting()]).toEqual([['a a'], []])
})

test('notifies subscribers when an item is being sent and when it is not any more', async () => {
  const heard: boolean[] = []
  outbox.subscribe(() => heard.push(outbox.isUnderWay('a')))
  await write('a')
  expect(heard.at(-1)).toBe(true)
  lost()
  await pass()
  expect(heard.at(-1)).toBe(false)
})

test('retries the other places after a success at one', async () => {
  await write('a', 'a', 'one')
  lost()
  await pass()
  await write('b', 'b', 'other')
  last().accept()
  await pass()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
})

test('aborts and retries a stalled attempt, but not one that makes progress', async () => {
  await write('a')
  await pass(25_000)
  last().attempt.onProgress()
  await pass(25_000)
  expect(tries.length).toBe(1)
  await pass(10_000)
  expect(tries.length).toBe(2)
})

test('reports a refusal with its reason, continues with the next item, and retries on demand', async () => {
  await write('a')
  await write('b')
  last().refuse(new ApiError('badrequest', 400, { field: 'reason' }))
  await pass()
  expect(outbox.waiting()[0]).toMatchObject({ id: 'a', refused: { key: 'badrequest', field: 'reason' } })
  expect(last().id).toBe('b')
  last().accept()
  await pass(100_000)
  expect(tries.length).toBe(2)
  outbox.sendAgain('a')
  await pass()
  last().accept()
  await pass()
  expect(sent).toEqual(['b b', 'a a'])
})

test.each(['nosession', 'otheruser', 'obsolete', 'maintenance', 'unexpectederror'] as const)(
  'does not treat %s as a refusal',
  async key => {
    await write('a')
    last().refuse(
      new ApiError(key, { nosession: 401, otheruser: 409, obsolete: 411, maintenance: 503, unexpectederror: 500 }[key]),
    )
    await pass(4_000)
    expect(tries.length).toBe(2)
    expect(outbox.waiting()[0]).not.toHaveProperty('refused')
  },
)

test.each([
  [500, 'unexpectederror'],
  [507, 'storagefull'],
  // An error over the live connection has no HTTP status.
  [400, 'unexpectederror'],
] as const)('gives up on an item after five failures with %i, and allows a retry', async (...given) => {
  const [status, key] = given
  const fail = () => last().refuse(new ApiError(key, status))
  await write('a')
  await write('b')
  // Neither a missing answer nor an unreachable server counts as a failure of the item.
  lost()
  await pass(3_100)
  for (const wait of [6_100, 12_100, 24_100, 48_100]) {
    fail()
    await pass(wait)
    expect(last().id).toBe('a')
    expect(outbox.waiting()[0]).not.toHaveProperty('refused')
  }
  fail()
  await pass()
  expect(outbox.waiting()[0]).toMatchObject({ id: 'a', refused: { key } })
  last().accept()
  await pass()
  expect(sent).toEqual(['b b'])
  outbox.sendAgain('a')
  await pass()
  fail()
  await pass(3_100)
  last().accept()
  await pass()
  expect(sent).toEqual(['b b', 'a a'])
})

test('does not count a foreign 500 response as a failure, however often it comes', async () => {
  await write('a')
  for (let tried = 0; tried < 10; tried++) {
    const before = tries.length
    last().refuse(new ApiError('unexpectederror', 500, { foreign: true }))
    for (let waited = 0; waited <= 60 && tries.length === before; waited++) await pass(1_000)
    expect(tries.length).toBe(before + 1)
  }
  expect(outbox.waiting()[0]).not.toHaveProperty('refused')
})

test.each([
  [403, 'unexpectederror'],
  [404, 'error404'],
] as const)('does not treat a foreign %i response as a refusal', async (status, key) => {
  await write('a')
  last().refuse(new ApiError(key, status, { foreign: true }))
  await pass(4_000)
  expect(tries.length).toBe(2)
  expect(outbox.waiting()[0]).not.toHaveProperty('refused')
})

test('waits for a short rate limit, and reports the daily limit', async () => {
  await write('a')
  last().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 20 } }))
  await pass(19_000)
  expect(tries.length).toBe(1)
  await pass(2_000)
  last().refuse(new ApiError('toomanyrequests', 429, { params: { seconds: 50_000 } }))
  await pass()
  expect(outbox.waiting()[0]).toMatchObject({ refused: { key: 'toomanyrequests' } })
})

test('keeps only the last version of an item, also while one is being sent', async () => {
  await write('a', 'first')
  await write('a', 'second')
  await write('a', 'third')
  expect(outbox.waiting().length).toBe(1)
  last().accept()
  await pass()
  expect(tries.map(({ reason }) => reason)).toEqual(['first', 'third'])
  expect([...kept.values()]).toMatchObject([{ payload: { reason: 'third' } }])
  last().accept()
  await pass()
  expect(outbox.waiting()).toEqual([])
  // The next version is displayed before the previous one ends.
  expect(shown).toEqual(['begin first', 'begin second', 'end first', 'begin third', 'end second', 'end third'])
})

test('lists an item that is shown in place once it is refused', async () => {
  void outbox.send({ kind: 'report', id: 'a', place: 'a', payload: { kind: 'post', id: 'a' }, shownThere: true })
  await pass()
  expect([unsentCounter.count(), outbox.waiting().filter(isListed).length]).toEqual([0, 0])
  last().refuse(new ApiError('error404', 404))
  await pass()
  expect([unsentCounter.count(), outbox.waiting().filter(isListed).length]).toEqual([1, 1])
})

test('neither sends nor displays an item that was cancelled', async () => {
  await write('a')
  lost()
  await pass()
  outbox.forget('a')
  await pass(100_000)
  expect([tries.length, kept.size]).toEqual([1, 0])
  expect(shown).toEqual(['begin a', 'end a'])
})

test('aborts the attempt for a cancelled item and continues with the next', async () => {
  await write('a')
  await write('b')
  outbox.forget('a')
  await pass()
  expect(tries[0]!.attempt.signal.aborted).toBe(true)
  expect(last().id).toBe('b')
})

test('resolves `send` when the device has stored the item', async () => {
  const isTaken = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(outbox.waiting().length).toBe(1)
  expect(await isTaken).toBe('device')
  expect(kept.size).toBe(1)
})

test('marks an item that the device could not store, until it can', async () => {
  device.hasRoom = false
  const isTaken = outbox.send({ kind: 'report', id: 'a', place: 'team', payload: { kind: 'post', id: 'a' } })
  expect(await isTaken).toBe('page')
  expect(outbox.waiting()).toMatchObject([{ id: 'a', onlyHere: true }])
  device.hasRoom = true
  last().attempt.change({ payload: { kind: 'post', id: 'a', reason: 'more' } })
  await pass()
  expect(outbox.waiting()[0]).toMatchObject({ id: 'a', payload: { reason: 'more' }, onlyHere: undefined })
  expect([...kept.values()]).toEqual([expect.not.objectContaining({ onlyHere: true })])
  last().accept()
  await pass()
  expect([outbox.waiting(), kept.size, sent.length]).toEqual([[], 0, 1])
})

test('stores items again, in order, after the device has evicted its store', async () => {
  for (const id of ['a', 'b', 'c']) await write(id)
  lost()
  await pass()
  device.empty('second')
  outbox.wake()
  await pass()
  expect([...kept.values()].map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  for (const _ of ['a', 'b', 'c']) {
    last().accept()
    await pass()
  }
  expect(sent).toEqual(['a a', 'b b', 'c c'])
  expect([outbox.waiting().length, kept.size]).toEqual([0, 0])
})

test('keeps the order when the clock is set back', async () => {
  await write('a')
  lost()
  await pass()
  vi.setSystemTime(Date.now() - 3_600_000)
  await write('b')
  expect(outbox.waiting().map(({ id }) => id)).toEqual(['a', 'b'])
  outbox.close()
  outbox = createOutbox()
  serve(outbox)
  await outbox.open(ME)
  await pass()
  expect(last().id).toBe('a')
})

test('sends stored items from the next page of the same member only', async () => {
  await write('a')
  outbox.close()
  outbox = createOutbox()
  await outbox.open(OTHER)
  serve(outbox)
  await pass()
  expect(outbox.waiting()).toEqual([])
  await outbox.open(ME)
  await pass()
  expect(tries.map(({ id }) => id)).toEqual(['a', 'a'])
  tries[1]!.accept()
  await pass()
  expect(sent).toEqual(['a a'])
})

test('reports no result to another member, and sends nothing for nobody', async () => {
  await write('a')
  await outbox.open(OTHER)
  tries[0]!.accept()
  await pass()
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
  serve(outbox)
  await pass()
  expect(tries.map(({ id }) => id)).toEqual(['a'])
})
