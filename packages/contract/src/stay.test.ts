import { expect, test } from 'vitest'
import { checkOwnStay, checkStay } from './stay.ts'

const given = { from: '2026-07-01', until: '2026-07-10' }
const tried = (arrival: string, departure: string) => checkOwnStay({ locationId: 'pitch', arrival, departure }, given)

test('a guest stays from the first to the last of the days that the team has given, and no longer', () => {
  expect(tried('2026-07-01', '2026-07-10')).toBeNull()
  expect(tried('2026-06-30', '2026-07-10')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
  expect(tried('2026-07-01', '2026-07-11')).toEqual({ key: 'daysoutsidestay', field: 'departure' })
})

test('a stay has its accommodation, both its days, and ends on the day on which it begins or later', () => {
  const whole = { locationId: 'pitch', arrival: '2026-07-02', departure: '2026-07-02' }
  expect(checkStay(whole)).toBeNull()
  expect(checkStay({ ...whole, locationId: null })).toEqual({ key: 'accommodationmandatory', field: 'locationId' })
  expect(checkStay({ ...whole, arrival: null })).toEqual({ key: 'bookingdatesmandatory', field: 'arrival' })
  expect(checkStay({ ...whole, departure: null })).toEqual({ key: 'bookingdatesmandatory', field: 'departure' })
  const early = { key: 'departurebeforearrival', field: 'departure' }
  expect(checkStay({ ...whole, departure: '2026-07-01' })).toEqual(early)
  expect(tried('2026-07-05', '2026-07-04')).toEqual(early)
})

test('a guest may come on the last of their days, and not after it', () => {
  expect(tried('2026-07-10', '2026-07-10')).toBeNull()
  expect(tried('2026-07-11', '2026-07-12')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
})
