import { expect, it } from 'vitest'
import { batchReads } from './batched-reads.ts'

const numbers = new Map(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]))
const setUp = () => {
  const readings: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const ask = batchReads(async keys => {
    readings.push([...keys])
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
  return { readings, ask, finish }
}

it('reads what is asked for alone at once, and what a crowd asks for meanwhile in one', async () => {
  const { readings, ask, finish } = setUp()
  const first = ask('k0')
  expect(readings).toEqual([['k0']])
  const crowd = [...numbers.keys()].map(ask)
  await finish()
  expect([await first, readings.length, readings[1]!.length]).toEqual([0, 2, 500])
  await finish()
  expect(await Promise.all(crowd)).toEqual([...numbers.values()])
  const later = ask('nobody')
  await finish()
  expect([await later, readings.length]).toEqual([undefined, 3])
})

it('never answers from a reading that began before the question', async () => {
  const { readings, ask, finish } = setUp()
  const [first, again] = [ask('k1'), ask('k1')]
  expect(again).not.toBe(first)
  await finish()
  await finish()
  expect([await first, await again, readings]).toEqual([1, 1, [['k1'], ['k1']]])
})

it('tells a failure to those who waited for it, and reads on', async () => {
  const { ask, finish } = setUp()
  const first = expect(ask('k1')).rejects.toThrow('gone')
  const second = ask('k2')
  await finish(new Error('gone'))
  await finish()
  await first
  expect(await second).toBe(2)
})
