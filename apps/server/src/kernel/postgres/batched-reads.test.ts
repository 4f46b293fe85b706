import { expect, it, onTestFinished, vi } from 'vitest'
import { batchCalls, batchReads } from './batched-reads.ts'

const numbers = new Map(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]))
const setUp = () => {
  const batches: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const ask = batchReads(async keys => {
    batches.push([...keys])
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return numbers
  })
  const finish = async (failure?: Error) => {
    const gate = gates.shift()!
    if (failure) gate.reject(failure)
    else gate.resolve()
    await new Promise(done => {
      setImmediate(done)
    })
  }
  return { batches, ask, finish }
}

it('a single key is read at once, and keys requested during a read are read in one batch', async () => {
  const { batches, ask, finish } = setUp()
  const first = ask('k0')
  expect(batches).toEqual([['k0']])
  const many = [...numbers.keys()].map(ask)
  await finish()
  expect([await first, batches.length, batches[1]!.length]).toEqual([0, 2, 500])
  await finish()
  expect(await Promise.all(many)).toEqual([...numbers.values()])
  const later = ask('nobody')
  await finish()
  expect([await later, batches.length]).toEqual([undefined, 3])
})

it('a request is never answered from a read that started before it', async () => {
  const { batches, ask, finish } = setUp()
  const [first, again] = [ask('k1'), ask('k1')]
  expect(again).not.toBe(first)
  await finish()
  await finish()
  expect([await first, await again, batches]).toEqual([1, 1, [['k1'], ['k1']]])
})

it('a failed batch rejects its requests, and later batches run', async () => {
  const { ask, finish } = setUp()
  const first = expect(ask('k1')).rejects.toThrow('gone')
  const second = ask('k2')
  await finish(new Error('gone'))
  await finish()
  await first
  expect(await second).toBe(2)
})

it('the batch size is limited', async () => {
  const sizes: number[] = []
  const read = async (asked: readonly number[]) => {
    sizes.push(asked.length)
    return asked.map(one => one * 2)
  }
  const ask = batchCalls(read, { maxSize: 3 })
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(ask))).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
  expect(sizes).toEqual([1, 3, 3, 1])
})

it('the next batch does not wait for a slow batch beyond `slowAfterMs`', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = Promise.withResolvers<void>()
  const batches: string[][] = []
  const ask = batchCalls(
    async (asked: readonly string[]) => {
      batches.push([...asked])
      if (asked.includes('slow')) await slow.promise
      return asked
    },
    { slowAfterMs: 5 },
  )
  const first = ask('slow')
  const others = [ask('a'), ask('b')]
  await vi.advanceTimersByTimeAsync(4)
  expect(batches).toEqual([['slow']])
  await vi.advanceTimersByTimeAsync(1)
  expect(batches).toEqual([['slow'], ['a', 'b']])
  expect(await Promise.all(others)).toEqual(['a', 'b'])
  expect(await ask('c')).toBe('c')
  expect(batches).toEqual([['slow'], ['a', 'b'], ['c']])
  slow.resolve()
  expect(await first).toBe('slow')
})
