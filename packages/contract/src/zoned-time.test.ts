import { expect, test } from 'vitest'
import { dayAt, endOfDay } from './past-event.ts'
import { addDays, instantAt } from './zoned-time.ts'
import { zonedMoments } from './testing/zoned-moments.ts'

test.each(zonedMoments)('$title: a day begins when the previous one ends', ({ timezone, today, tomorrow, now }) => {
  expect(dayAt(now, timezone)).toBe(today)
  expect(endOfDay(today, timezone)).toBe(instantAt(tomorrow, '00:00', timezone))
  expect([endOfDay(today, timezone) > now, endOfDay(addDays(today, -1), timezone) <= now]).toEqual([true, true])
})

test('addDays counts calendar days', () => {
  expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  expect(addDays('2027-03-29', -1)).toBe('2027-03-28')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-01-01', -366)).toBe('2024-12-31')
})
