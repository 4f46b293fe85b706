import { afterEach, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { openedDealIds, markDealOpened } from './opened-deals.ts'

afterEach(() => store('openeddeals', null))

test('a deal opened by one member stays new for other members on the same device', () => {
  markDealOpened('camille', 'bakery')
  markDealOpened('camille', 'bakery')
  expect([...openedDealIds('camille')]).toEqual(['bakery'])
  expect([...openedDealIds('mehdi')]).toEqual([])
})

test('the oldest ids beyond the maximum are dropped, and invalid stored values are ignored', () => {
  for (let n = 0; n < 205; n++) markDealOpened('camille', `deal ${n}`)
  const opened = openedDealIds('camille')
  expect([opened.size, opened.has('deal 4'), opened.has('deal 5'), opened.has('deal 204')]).toEqual([
    200,
    false,
    true,
    true,
  ])
  for (const broken of ['"x"', '{"camille":7}', '[']) {
    localStorage.setItem('openeddeals', broken)
    expect(openedDealIds('camille').size).toBe(0)
  }
})
