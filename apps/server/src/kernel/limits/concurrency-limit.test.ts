import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency, limitConcurrencyByKey } from './concurrency-limit.ts'

it('lets so many work at once, the others in the order in which they came', async () => {
  const inTurn = limitConcurrency(2)
  const order: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      inTurn(async () => {
        most = Math.max(most, ++running)
        order.push(at)
        await nextTurn()
        running--
      }),
    ),
  )
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]])
})

it('is not held up by work that fails', async () => {
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

it('lets nobody wait for the work of others', async () => {
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
