import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency, limitConcurrencyByKey } from './concurrency-limit.ts'

it('runs this many at a time, the others in order of arrival', async () => {
  const inTurn = limitConcurrency(2)
  const order: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      inTurn(async () => {
        most = Math.max(most, ++running)
        order.push(at)
        // pause: one event loop turn
        await nextTurn()
        running--
      }),
    ),
  )
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]])
})

it('continues after a failure', async () => {
  const inTurn = limitConcurrency(1)
  const failing = inTurn(async () => {
    throw new Error('no')
  })
  await expect(Promise.allSettled([failing, inTurn(async () => 'yes')])).resolves.toMatchObject([
    { status: 'rejected' },
    { value: 'yes' },
  ])
  expect(await inTurn(async () => 'again')).toBe('again')
})

it('does not delay one key by the work of another', async () => {
  const inTurnOf = limitConcurrencyByKey(1)
  let free = () => {}
  const busy = inTurnOf(
    'busy',
    () =>
      new Promise<void>(resolve => {
        free = resolve
      }),
  )
  const behind = inTurnOf('busy', async () => 'behind')
  expect(await inTurnOf('other', async () => 'other')).toBe('other')
  free()
  await busy
  expect(await behind).toBe('behind')
})

it('keeps the limit when a limiter is reused for another key', async () => {
  const inTurnOf = limitConcurrencyByKey(2)
  await Promise.all(['a', 'b', 'c'].map(key => inTurnOf(key, nextTurn)))
  await Promise.allSettled([inTurnOf('a', () => Promise.reject(new Error('no')))])
  let running = 0
  const most = new Map<string, number>()
  const work = (key: string) => async () => {
    most.set(key, Math.max(most.get(key) ?? 0, ++running))
    // pause: one event loop turn
    await nextTurn()
    running--
  }
  for (const key of ['d', 'e', 'f']) await Promise.all(Array.from({ length: 7 }, () => inTurnOf(key, work(key))))
  expect([...most]).toEqual([
    ['d', 2],
    ['e', 2],
    ['f', 2],
  ])
})

it('keeps a limiter with its key until all work of that key is done', async () => {
  const inTurnOf = limitConcurrencyByKey(1)
  const gate = Promise.withResolvers<void>()
  const first = inTurnOf('a', nextTurn)
  const second = inTurnOf('a', () => gate.promise)
  await first
  let isThirdRunning = false
  expect(await inTurnOf('b', async () => 'b')).toBe('b')
  const third = inTurnOf('a', async () => {
    isThirdRunning = true
  })
  // pause: one event loop turn
  await nextTurn()
  expect(isThirdRunning).toBe(false)
  gate.resolve()
  await Promise.all([second, third])
  expect(isThirdRunning).toBe(true)
})
