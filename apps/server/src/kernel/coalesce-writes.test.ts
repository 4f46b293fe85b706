import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { coalesceWrites } from './coalesce-writes.ts'

const createWriter = (write: (batch: readonly number[]) => Promise<void>) => {
  const background = createBackground(100)
  const logged: unknown[] = []
  const writer = coalesceWrites<number>(background, {
    intervalMs: 100,
    maxBatchSize: 3,
    write,
    logError: error => logged.push(error),
  })
  return { background, writer, logged }
}

test('values queued in one event loop turn are written in batches, only the latest of each key', async () => {
  const batches: (readonly number[])[] = []
  const { background, writer } = createWriter(async batch => void batches.push(batch))
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ] as const)
    writer.enqueue(key, value)
  await background.whenIdle()
  expect(batches).toEqual([[3, 2, 4], [5]])
  await writer.stop()
})

test('a failed batch is logged and retried, except for keys that have a later value', async () => {
  const batches: (readonly number[])[] = []
  const { background, writer, logged } = createWriter(async batch => {
    batches.push(batch)
    if (batches.length === 1) throw new Error('away')
  })
  writer.enqueue('a', 1)
  writer.enqueue('b', 2)
  await background.whenIdle()
  expect(logged).toHaveLength(1)
  writer.enqueue('a', 3)
  await background.whenIdle()
  expect(batches).toEqual([
    [1, 2],
    [3, 2],
  ])
  await writer.stop()
})
