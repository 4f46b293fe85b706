import { expect, it, vi } from 'vitest'
import { batchWrites } from './batched-writes.ts'

const nextTurn = () =>
  new Promise(done => {
    setImmediate(done)
  })

/** Creates a batched write of numbers. A batch ends when the test calls `finish`. */
const setUp = (options: { maxSize?: number; isolatedConcurrency?: number } = {}) => {
  const batches: number[][] = []
  const open: { items: readonly number[]; gate: PromiseWithResolvers<void> }[] = []
  const write = batchWrites(
    async (items: readonly number[]) => {
      batches.push([...items])
      const gate = Promise.withResolvers<void>()
      open.push({ items, gate })
      await gate.promise
      return items.map(item => -item)
    },
    { keyOf: String, ...options },
  )
  /** Ends the open batch whose first item is `item`, by default the oldest one. With `failure` the batch fails. */
  const finish = async (failure?: Error, item = open[0]?.items[0]) => {
    await nextTurn()
    const at = open.findIndex(({ items }) => items[0] === (item ?? open[0]!.items[0]))
    const { gate } = open.splice(at, 1)[0]!
    if (failure) gate.reject(failure)
    else gate.resolve()
    await nextTurn()
  }
  const outcomes = (written: Promise<number>[]) =>
    Promise.allSettled(written).then(all =>
      all.map(one => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    )
  return { batches, write, finish, outcomes }
}
const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

it('concurrent items, and items that arrive during a write, are batched', async () => {
  const { batches, write, finish, outcomes } = setUp()
  const first = [1, 2].map(write)
  await nextTurn()
  const later = [3, 4, 5].map(write)
  await finish()
  await finish()
  expect([await outcomes([...first, ...later]), batches]).toEqual([
    [-1, -2, -3, -4, -5],
    [
      [1, 2],
      [3, 4, 5],
    ],
  ])
})

it('the batch size is limited, and batches are written one after the other', async () => {
  const { batches, write, finish, outcomes } = setUp({ maxSize: 2 })
  const all = [1, 2, 3, 4, 5].map(write)
  await nextTurn()
  expect(batches).toEqual([[1, 2]])
  for (let count = 0; count < 3; count++) await finish()
  expect([await outcomes(all), batches]).toEqual([
    [-1, -2, -3, -4, -5],
    [[1, 2], [3, 4], [5]],
  ])
})

it.each(['22021', 'PV429'])(
  'after an item was refused with %s, the next item of its key is written alone',
  async code => {
    const { batches, write, finish, outcomes } = setUp()
    const refused = failure('refused', code)
    const first = outcomes([1].map(write))
    await finish(refused)
    expect(await first).toEqual(['refused'])
    const next = outcomes([1, 2, 3].map(write))
    await nextTurn()
    expect(batches.slice(1)).toEqual([[1], [2, 3]])
    await finish()
    await finish()
    expect(await next).toEqual([-1, -2, -3])
    // A successful write ends the isolation of its key.
    const last = outcomes([1, 2].map(write))
    await finish()
    expect([await last, batches.at(-1)]).toEqual([
      [-1, -2],
      [1, 2],
    ])
  },
)

it.each(['22021', '23503', '40P01', 'PV429'])(
  'if an item makes its batch fail with %s, only that item fails',
  async code => {
    const { batches, write, finish, outcomes } = setUp({ isolatedConcurrency: 1 })
    const all = outcomes([1, 2, 3].map(write))
    await finish(failure('rolled back', code))
    await finish()
    await finish(failure('mine', code))
    await finish()
    expect([await all, batches]).toEqual([
      [-1, 'mine', -3],
      [[1, 2, 3], [1], [2], [3]],
    ])
  },
)

it.each([['57014'], ['53100'], ['57P01'], ['ECONNRESET'], [undefined]])(
  'after the error %s a batch is not retried, because it may have been stored',
  async code => {
    const { batches, write, finish, outcomes } = setUp()
    const all = outcomes([1, 2].map(write))
    await finish(failure('lost', code))
    const later = write(3)
    await finish()
    expect([[...(await all), await later], batches]).toEqual([
      ['lost', 'lost', -3],
      [[1, 2], [3]],
    ])
  },
)

it('items of a key whose lock is held do not delay items of other keys', async () => {
  const { batches, write, finish, outcomes } = setUp({ isolatedConcurrency: 1 })
  const locked = failure('held', '55P03')
  const [one, two, three, four] = [1, 2, 3, 4].map(write)
  const [held, free] = [outcomes([one!, three!]), outcomes([two!, four!])]
  await finish(locked)
  // Item 1 meets the lock again and is therefore written in isolation, which delays no item of another key.
  await finish(locked, 1)
  await finish(undefined, 2)
  await finish(locked, 3)
  await finish(undefined, 4)
  expect(await free).toEqual([-2, -4])
  expect(batches.toSorted((a, b) => a[0]! - b[0]!)).toEqual([[1, 2, 3, 4], [1], [1], [2], [3], [4]])
  await finish(locked, 1)
  await finish(undefined, 3)
  expect(await held).toEqual(['held', -3])

  // Key 1 is isolated from now on: its items are written one after the other, while items of other keys are batched.
  // Items that are queued behind an item that timed out on the lock fail with the same error.
  const again = outcomes([1, 1, 1, 5, 6].map(write))
  await nextTurn()
  expect(batches.slice(7)).toEqual([[1], [5, 6]])
  await finish(locked, 1)
  await finish(undefined, 5)
  expect([await again, batches.length]).toEqual([['held', 'held', 'held', -5, -6], 9])
  const once = outcomes([1].map(write))
  await finish()
  const later = outcomes([1, 5].map(write))
  await finish()
  expect([await once, await later, batches.at(-1)]).toEqual([[-1], [-1, -5], [1, 5]])
})

it('an isolated item that has waited longer than the maximum fails with a lock error and is not written again', async () => {
  const { batches, write, finish } = setUp({ isolatedConcurrency: 1 })
  const locked = failure('held', '55P03')
  const refused = failure('refused', '22021')
  const both = [1, 2].map(write)
  const [first, second] = both.map(one => one.catch((error: unknown) => error))
  await finish(locked)
  await finish(locked, 1)
  await finish(locked, 2)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_100)
  await finish(refused, 1)
  expect(await first).toBe(refused)
  expect(await second).toMatchObject({ code: '55P03' })
  expect(batches).toHaveLength(4)
  vi.restoreAllMocks()
})
