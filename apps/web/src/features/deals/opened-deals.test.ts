import { afterEach, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { openedDeals, markOpened } from './opened-deals.ts'

afterEach(() => store('openeddeals', null))

test('a deal opened by one member stays new for other members on the same device', () => {
  markOpened('camille', 'bakery')
  markOpened('camille', 'bakery')
  expect([...openedDeals('camille')]).toEqual(['bakery'])
  expect([...openedDeals('mehdi')]).toEqual([])
})

test('the oldest ids beyond the maximum are dropped, and invalid stored values are ignored', () => {
  for (let n = 0; n < 205; n++) markOpened('camille', `deal ${n}`)
  const opened = openedDeals('camille')
  expect([opened.size, opened.has('deal 4'), opened.has('deal 5'), opened.has('deal 204')]).toEqual([
    200,
    false,
    true,
    true,
  ])
  for (const broken of ['"x"', '{"camille":7}', '[']) {
    localStorage.setItem('openeddeals', broken)
    expect(openedDeals('camille').size).toBe(0)
  }
})
