// @vitest-environment node
import { expect, test } from 'vitest'
import { weeksOf } from './calendar-days.ts'

test.each([
  ['on a Saturday', '2026-08-15', [null, null, null, null, null, '2026-08-01', '2026-08-02'], '2026-08-31'],
  ['on a Sunday', '2026-11-29', [null, null, null, null, null, null, '2026-11-01'], '2026-11-30'],
  [
    'on a Monday',
    '2026-06-01',
    ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06', '2026-06-07'],
    '2026-06-29',
  ],
])('weeksOf a month that begins %s starts each week on Monday', (_, day, first, lastMonday) => {
  const weeks = weeksOf(day)
  expect(weeks[0]).toEqual(first)
  expect(weeks.at(-1)![0]).toBe(lastMonday)
})
