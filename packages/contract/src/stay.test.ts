import { expect, test } from 'vitest'
import { checkOwnStay } from './stay.ts'

const given = { from: '2026-07-01', until: '2026-07-10' }
const tried = (arrival: string, departure: string) => checkOwnStay({ locationId: 'pitch', arrival, departure }, given)

test('a guest stays from the first to the last of the days that the team has given, and no longer', () => {
  expect(tried('2026-07-01', '2026-07-10')).toBeNull()
  expect(tried('2026-06-30', '2026-07-10')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
  expect(tried('2026-07-01', '2026-07-11')).toEqual({ key: 'daysoutsidestay', field: 'departure' })
})
