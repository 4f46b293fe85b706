// @vitest-environment node
import { expect, test } from 'vitest'
import { isQuiet } from './quiet.ts'

const night = { from: '22:00', until: '07:00' }
const at = (moment: string, hours = night, timezone = 'Europe/Paris') => isQuiet(hours, Date.parse(moment), timezone)

test('isQuiet covers hours that span midnight, in the time zone of the community', () => {
  // Paris is one hour ahead in winter.
  expect(at('2027-01-10T20:59:00Z')).toBe(false)
  expect(at('2027-01-10T21:00:00Z')).toBe(true)
  expect(at('2027-01-10T23:30:00Z')).toBe(true)
  expect(at('2027-01-11T05:59:00Z')).toBe(true)
  expect(at('2027-01-11T06:00:00Z')).toBe(false)
  expect(at('2027-01-10T12:00:00Z', night, 'Pacific/Auckland')).toBe(true)
})

test('isQuiet covers hours within one day, and is false without quiet hours', () => {
  const noon = { from: '12:30', until: '14:00' }
  expect(at('2027-01-10T12:00:00Z', noon)).toBe(true)
  expect(at('2027-01-10T13:00:00Z', noon)).toBe(false)
  expect(isQuiet({}, Date.parse('2027-01-10T23:00:00Z'), 'Europe/Paris')).toBe(false)
})
