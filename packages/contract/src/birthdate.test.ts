import { expect, test } from 'vitest'
import { ageOn, checkProfile, comesOfAgeOn, isUnderAge, type KnownAge } from './profile.ts'

const today = '2026-11-26'
const tried = (birthdate: string | null, known: KnownAge | null) =>
  checkProfile(
    { pseudo: 'Camille', firstname: 'Camille', lastname: 'Roussel', birthdate, confirmage: true },
    {
      role: 'neighbor',
      askAge: true,
      askAddress: false,
      askEmail: false,
      askPassword: false,
      minAge: 12,
      known,
      today,
    },
  )?.key ?? null

test('whoever is known to be a minor moves their birth date to a later one alone', () => {
  const minor = { until: 15, minorBornOn: '2013-06-15' }
  for (const birthdate of ['15/06/2013', ' 15/06/2013 ', '16/06/2013', '26/11/2014'])
    expect([birthdate, tried(birthdate, minor)]).toEqual([birthdate, null])
  // of age tomorrow, by a day, and for long
  for (const birthdate of ['27/11/2011', '14/06/2013', '12/05/1990', null, '', '  '])
    expect([birthdate, tried(birthdate, minor)]).toEqual([birthdate, 'minorbirthdate'])
  expect(tried('27/11/2014', minor)).toBe('tooyoungerror')
  expect(tried('31/02/2013', minor)).toBe('invaliddateformat')
})

test('a 29 February is later than the day before it and earlier than the first of March', () => {
  const minor = { until: 15, minorBornOn: '2012-02-29' }
  expect(isUnderAge(minor.minorBornOn, today, 15)).toBe(true)
  expect(comesOfAgeOn(minor.minorBornOn, 15)).toBe('2027-03-01')
  expect([tried('28/02/2012', minor), tried('29/02/2012', minor), tried('01/03/2012', minor)]).toEqual([
    'minorbirthdate',
    null,
    null,
  ])
  expect(tried('29/02/2012', { until: 15, minorBornOn: '2012-03-01' })).toBe('minorbirthdate')
  expect(tried('29/02/2013', minor)).toBe('invaliddateformat')
})

test('whoever is known to be of age gives no date by which they would be a minor', () => {
  const adult = { until: 15, minorBornOn: null }
  for (const birthdate of ['26/11/2011', '12/05/1990', null, ''])
    expect([birthdate, tried(birthdate, adult)]).toEqual([birthdate, null])
  for (const birthdate of ['27/11/2011', '26/11/2014'])
    expect([birthdate, tried(birthdate, adult)]).toEqual([birthdate, 'adultbirthdate'])
  expect(tried('27/11/2014', adult)).toBe('tooyoungerror')
})

test('somebody of whose age nothing is known gives the date that they like', () => {
  for (const birthdate of ['27/11/2011', '15/06/2013', '12/05/1990']) expect(tried(birthdate, null)).toBeNull()
})

test('somebody is a year older on their birthday itself', () => {
  expect(['2026-11-25', '2026-11-26', '2026-11-27'].map(day => ageOn(day, '2011-11-26'))).toEqual([14, 15, 15])
})
