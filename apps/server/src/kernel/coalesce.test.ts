import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { coalesce, type CoalesceOptions } from './coalesce.ts'

const nextTurn = () => new Promise(setImmediate)

type Entry = readonly [key: string, value: number]

const setUp = (options: Partial<CoalesceOptions<Entry>> = {}) => {
  const background = createBackground(100)
  const batches: (readonly Entry[])[] = []
  const logged: unknown[] = []
  const writer = coalesce<Entry>({
    background,
    key: ([key]) => key,
    write: async batch => void batches.push(batch),
    logError: error => logged.push(error),
    ...options,
  })
  return { background, batches, logged, writer, values: () => batches.map(batch => batch.map(([, value]) => value)) }
}

test('without a delay the first item is written at once, and items added meanwhile share the next batch', async () => {
  const gate = Promise.withResolvers<void>()
  const batches: number[][] = []
  const { add } = coalesce<number>({
    write: async batch => {
      batches.push([...batch])
      await gate.promise
    },
  })
  for (const value of [1, 2, 2, 3]) add(value)
  expect(batches).toEqual([[1]])
  gate.resolve()
  await nextTurn()
  expect(batches).toEqual([[1], [2, 3]])
})

test('an item added right after a batch was written is not forgotten, at whatever moment', async () => {
  for (let microtasks = 0; microtasks < 10; microtasks++) {
    const { values, writer } = setUp()
    writer.add(['a', 1])
    for (let count = 0; count < microtasks; count++) await Promise.resolve()
    writer.add(['b', 2])
    await nextTurn()
    expect(values().flat()).toEqual([1, 2])
  }
})

test('items of one event loop turn are written in full batches, only the latest of each key', async () => {
  const { background, writer, values } = setUp({ firstAfterMs: 0, gapMs: 100, most: 3 })
  for (const entry of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ] as const)
    writer.add(entry)
  await background.whenIdle()
  expect(values()).toEqual([[3, 2, 4], [5]])
})

test('a batch waits for the delay after an idle period, and for the gap after a batch that was not full', async () => {
  const delays: number[] = []
  const background = createBackground()
  const { writer, values } = setUp({
    background: { ...background, scaleDelay: ms => (delays.push(ms), 0) },
    firstAfterMs: 2_000,
    gapMs: 100,
    most: 2,
  })
  for (const entry of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    writer.add(entry)
  expect(delays).toEqual([2_000])
  await background.whenIdle()
  expect(values()).toEqual([[1, 2], [3]])
  // The first batch is full: the second follows at once.
  expect(delays).toEqual([2_000, 100])
})

test('a failed batch is logged and retried after a pause, except for keys that have a later value', async () => {
  const delays: number[] = []
  const background = createBackground()
  const { batches, writer, values, logged } = setUp({
    background: { ...background, scaleDelay: ms => (delays.push(ms), 0) },
    retryMs: 5_000,
    write: async batch => {
      batches.push(batch)
      if (batches.length > 1) return
      writer.add(['a', 3])
      throw new Error('away')
    },
    firstAfterMs: 0,
  })
  writer.add(['a', 1])
  writer.add(['b', 2])
  await background.whenIdle()
  expect(logged).toEqual([new Error('away')])
  expect(values()).toEqual([
    [1, 2],
    [3, 2],
  ])
  expect(delays).toEqual([5_000])
})

test('without a retry a failed batch is dropped, and later batches are written', async () => {
  const { background, batches, writer, values, logged } = setUp({
    firstAfterMs: 0,
    most: 1,
    write: async batch => {
      batches.push(batch)
      if (batches.length === 1) throw new Error('refused')
    },
  })
  writer.add(['a', 1])
  writer.add(['b', 2])
  await background.whenIdle()
  expect([values(), logged.length]).toEqual([[[1], [2]], 1])
})

test('stopping writes what is pending at once, and does not retry', async () => {
  const { writer, values } = setUp({ background: createBackground(), firstAfterMs: 60_000, gapMs: 60_000, most: 2 })
  for (const entry of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    writer.add(entry)
  await writer.stop()
  expect(values()).toEqual([[1, 2], [3]])

  const failing = setUp({ retryMs: 60_000, write: () => Promise.reject(new Error('away')), firstAfterMs: 60_000 })
  failing.writer.add(['a', 1])
  await failing.writer.stop()
  expect(failing.logged).toHaveLength(1)
})
