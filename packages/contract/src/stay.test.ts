import { expect, test } from 'vitest'
import { checkOwnStay, checkStay } from './stay.ts'

const given = { from: '2026-07-01', until: '2026-07-10' }
const tried = (arrival: string, departure: string) => checkOwnStay({ locationId: 'pitch', arrival, departure }, given)

test('a stay cannot exceed the days assigned by the team', () => {
  expect(tried('2026-07-01', '2026-07-10')).toBeNull()
  expect(tried('2026-06-30', '2026-07-10')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
  expect(tried('2026-07-01', '2026-07-11')).toEqual({ key: 'daysoutsidestay', field: 'departure' })
})

test('a stay needs an accommodation and both dates, and cannot end before it begins', () => {
  const whole = { locationId: 'pitch', arrival: '2026-07-02', departure: '2026-07-02' }
  expect(checkStay(whole)).toBeNull()
  expect(checkStay({ ...whole, locationId: null })).toEqual({ key: 'accommodationmandatory', field: 'locationId' })
  expect(checkStay({ ...whole, arrival: null })).toEqual({ key: 'bookingdatesmandatory', field: 'arrival' })
  expect(checkStay({ ...whole, departure: null })).toEqual({ key: 'bookingdatesmandatory', field: 'departure' })
  const early = { key: 'departurebeforearrival', field: 'departure' }
  expect(checkStay({ ...whole, departure: '2026-07-01' })).toEqual(early)
  expect(tried('2026-07-05', '2026-07-04')).toEqual(early)
})

test('an arrival is accepted on the last assigned day, and refused after it', () => {
  expect(tried('2026-07-10', '2026-07-10')).toBeNull()
  expect(tried('2026-07-11', '2026-07-12')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
})
