import { expect, it } from 'vitest'
import { batchWrites } from './batched-writes.ts'

const turn = () =>
  new Promise(done => {
    setImmediate(done)
  })

/** Writes numbers; each batch waits until `finish` lets it end. */
const setUp = (options: { most?: number; aloneAtOnce?: number } = {}) => {
  const batches: number[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const write = batchWrites(
    async (items: readonly number[]) => {
      batches.push([...items])
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return items.map(item => -item)
    },
    { keyOf: String, ...options },
  )
  const finish = async (failure?: Error) => {
    await turn()
    const gate = gates.shift()!
    if (failure) gate.reject(failure)
    else gate.resolve()
    await turn()
  }
  const outcomes = (written: Promise<number>[]) =>
    Promise.allSettled(written).then(all =>
      all.map(one => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    )
  return { batches, write, finish, outcomes }
}
const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

it('writes what comes at once together, and what comes meanwhile after it', async () => {
  const { batches, write, finish, outcomes } = setUp()
  const first = [1, 2].map(write)
  await turn()
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

it('writes no more together than it may, one batch after the other', async () => {
  const { batches, write, finish, outcomes } = setUp({ most: 2 })
  const all = [1, 2, 3, 4, 5].map(write)
  await turn()
  expect(batches).toEqual([[1, 2]])
  for (let count = 0; count < 3; count++) await finish()
  expect([await outcomes(all), batches]).toEqual([
    [-1, -2, -3, -4, -5],
    [[1, 2], [3, 4], [5]],
  ])
})

it.each(['22021', 'PV429'])('writes whoever was refused (%s) apart from the others from then on', async code => {
  const { batches, write, finish, outcomes } = setUp()
  const refused = failure('refused', code)
  const first = outcomes([1].map(write))
  await finish(refused)
  expect(await first).toEqual(['refused'])
  const next = outcomes([1, 2, 3].map(write))
  await turn()
  expect(batches.slice(1)).toEqual([[1], [2, 3]])
  await finish()
  await finish()
  expect(await next).toEqual([-1, -2, -3])
  // one of theirs that is stored brings them back among the others
  const last = outcomes([1, 2].map(write))
  await finish()
  expect([await last, batches.at(-1)]).toEqual([
    [-1, -2],
    [1, 2],
  ])
})

it.each(['22021', '23503', '40P01', '55P03', 'PV429'])('lets one that is refused (%s) fail alone', async code => {
  const { batches, write, finish, outcomes } = setUp({ aloneAtOnce: 1 })
  const all = outcomes([1, 2, 3].map(write))
  await finish(failure('rolled back', code))
  await finish()
  await finish(failure('mine', code))
  await finish()
  expect([await all, batches]).toEqual([
    [-1, 'mine', -3],
    [[1, 2, 3], [1], [2], [3]],
  ])
})

it.each([['57014'], ['53100'], ['57P01'], ['ECONNRESET'], [undefined]])(
  'writes nothing a second time that may have been stored (%s)',
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

it('lets nobody wait for one whose lock is held', async () => {
  const { batches, write, finish, outcomes } = setUp({ aloneAtOnce: 2 })
  const locked = failure('held', '55P03')
  const first = outcomes([1, 2].map(write))
  await finish(locked)
  expect(batches).toEqual([[1, 2], [1], [2]])
  await finish(locked)
  await finish()
  expect(await first).toEqual(['held', -2])

  // whose it was goes alone from now on, one after the other, and the others go together
  const again = outcomes([1, 1, 3, 4].map(write))
  await turn()
  expect(batches.slice(3)).toEqual([[1], [3, 4]])
  await finish(locked)
  await finish()
  await finish()
  expect([await again, batches.slice(5)]).toEqual([['held', -1, -3, -4], [[1]]])
  // and with the others when it went well
  const later = outcomes([1, 5].map(write))
  await finish()
  expect([await later, batches.at(-1)]).toEqual([
    [-1, -5],
    [1, 5],
  ])
})
