import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency, limitConcurrencyByKey } from './concurrency-limit.ts'

it('a limiter runs at most the given number of tasks at a time, and starts the others in order of arrival', async () => {
  const limit = limitConcurrency(2)
  const order: number[] = []
  let running = 0
  let max = 0
  await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      limit(async () => {
        max = Math.max(max, ++running)
        order.push(at)
        // pause: one event loop turn
        await nextTurn()
        running--
      }),
    ),
  )
  expect([max, order]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]])
})

it('a limiter continues after a failed task', async () => {
  const limit = limitConcurrency(1)
  const failing = limit(async () => {
    throw new Error('no')
  })
  await expect(Promise.allSettled([failing, limit(async () => 'yes')])).resolves.toMatchObject([
    { status: 'rejected' },
    { value: 'yes' },
  ])
  expect(await limit(async () => 'again')).toBe('again')
})

it('the tasks of one key do not delay those of another', async () => {
  const limitOf = limitConcurrencyByKey(1)
  let finish = () => {}
  const busy = limitOf(
    'busy',
    () =>
      new Promise<void>(resolve => {
        finish = resolve
      }),
  )
  const behind = limitOf('busy', async () => 'behind')
  expect(await limitOf('other', async () => 'other')).toBe('other')
  finish()
  await busy
  expect(await behind).toBe('behind')
})

it('a limiter that is reused for another key still applies its limit', async () => {
  const limitOf = limitConcurrencyByKey(2)
  await Promise.all(['a', 'b', 'c'].map(key => limitOf(key, nextTurn)))
  await Promise.allSettled([limitOf('a', () => Promise.reject(new Error('no')))])
  let running = 0
  const max = new Map<string, number>()
  const work = (key: string) => async () => {
    max.set(key, Math.max(max.get(key) ?? 0, ++running))
    // pause: one event loop turn
    await nextTurn()
    running--
  }
  for (const key of ['d', 'e', 'f']) await Promise.all(Array.from({ length: 7 }, () => limitOf(key, work(key))))
  expect([...max]).toEqual([
    ['d', 2],
    ['e', 2],
    ['f', 2],
  ])
})

it('a limiter is not reused for another key until all tasks of its key have ended', async () => {
  const limitOf = limitConcurrencyByKey(1)
  const gate = Promise.withResolvers<void>()
  const first = limitOf('a', nextTurn)
  const second = limitOf('a', () => gate.promise)
  await first
  let isThirdRunning = false
  expect(await limitOf('b', async () => 'b')).toBe('b')
  const third = limitOf('a', async () => {
    isThirdRunning = true
  })
  // pause: one event loop turn
  await nextTurn()
  expect(isThirdRunning).toBe(false)
  gate.resolve()
  await Promise.all([second, third])
  expect(isThirdRunning).toBe(true)
})
