import { expect, test } from 'vitest'
import { validateOwnStay, validateStay } from './stay.ts'

const assigned = { from: '2026-07-01', until: '2026-07-10' }
const validate = (arrival: string, departure: string) =>
  validateOwnStay({ locationId: 'pitch', arrival, departure }, assigned)

test('a stay cannot exceed the days assigned by the team', () => {
  expect(validate('2026-07-01', '2026-07-10')).toBeNull()
  expect(validate('2026-06-30', '2026-07-10')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
  expect(validate('2026-07-01', '2026-07-11')).toEqual({ key: 'daysoutsidestay', field: 'departure' })
})

test('a stay needs an accommodation and both dates, and cannot end before it begins', () => {
  const whole = { locationId: 'pitch', arrival: '2026-07-02', departure: '2026-07-02' }
  expect(validateStay(whole)).toBeNull()
  expect(validateStay({ ...whole, locationId: null })).toEqual({ key: 'accommodationmandatory', field: 'locationId' })
  expect(validateStay({ ...whole, arrival: null })).toEqual({ key: 'bookingdatesmandatory', field: 'arrival' })
  expect(validateStay({ ...whole, departure: null })).toEqual({ key: 'bookingdatesmandatory', field: 'departure' })
  const early = { key: 'departurebeforearrival', field: 'departure' }
  expect(validateStay({ ...whole, departure: '2026-07-01' })).toEqual(early)
  expect(validate('2026-07-05', '2026-07-04')).toEqual(early)
})

test('an arrival is accepted on the last assigned day, and refused after it', () => {
  expect(validate('2026-07-10', '2026-07-10')).toBeNull()
  expect(validate('2026-07-11', '2026-07-12')).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
})
