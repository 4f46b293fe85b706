import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { writeTogether } from './write-together.ts'

const open = (write: (batch: readonly number[]) => Promise<void>) => {
  const background = createBackground(100)
  const logged: unknown[] = []
  const writer = writeTogether<number>(background, {
    gapMs: 100,
    mostTogether: 3,
    write,
    log: error => logged.push(error),
  })
  return { background, writer, logged }
}

test('writes values of the same turn in batches, only the latest of each key', async () => {
  const batches: (readonly number[])[] = []
  const { background, writer } = open(async batch => void batches.push(batch))
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ] as const)
    writer.note(key, value)
  await background.idle()
  expect(batches).toEqual([[3, 2, 4], [5]])
  await writer.stop()
})

test('retries a failed batch, unless there are later values, and logs the failure', async () => {
  const batches: (readonly number[])[] = []
  const { background, writer, logged } = open(async batch => {
    batches.push(batch)
    if (batches.length === 1) throw new Error('away')
  })
  writer.note('a', 1)
  writer.note('b', 2)
  await background.idle()
  expect(logged).toHaveLength(1)
  writer.note('a', 3)
  await background.idle()
  expect(batches).toEqual([
    [1, 2],
    [3, 2],
  ])
  await writer.stop()
})
