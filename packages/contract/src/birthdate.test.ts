import { expect, test } from 'vitest'
import { ageOn, validateProfile, comesOfAgeOn, isUnderAge, type KnownAge } from './profile.ts'

const today = '2026-11-26'
const birthdateErrorKey = (birthdate: string | null, known: KnownAge | null) =>
  validateProfile(
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

test('a known minor can only change the birth date to a later one', () => {
  const minor = { until: 15, minorBornOn: '2013-06-15' }
  for (const birthdate of ['15/06/2013', ' 15/06/2013 ', '16/06/2013', '26/11/2014'])
    expect([birthdate, birthdateErrorKey(birthdate, minor)]).toEqual([birthdate, null])
  // With one of these dates or none, the protection of the minor would end sooner or at once.
  for (const birthdate of ['27/11/2011', '14/06/2013', '12/05/1990', null, '', '  '])
    expect([birthdate, birthdateErrorKey(birthdate, minor)]).toEqual([birthdate, 'minorbirthdate'])
  expect(birthdateErrorKey('27/11/2014', minor)).toBe('tooyoungerror')
  expect(birthdateErrorKey('31/02/2013', minor)).toBe('invaliddateformat')
})

test('as a birth date, 29 February is later than 28 February and earlier than 1 March', () => {
  const minor = { until: 15, minorBornOn: '2012-02-29' }
  expect(isUnderAge(minor.minorBornOn, today, 15)).toBe(true)
  expect(comesOfAgeOn(minor.minorBornOn, 15)).toBe('2027-03-01')
  expect([
    birthdateErrorKey('28/02/2012', minor),
    birthdateErrorKey('29/02/2012', minor),
    birthdateErrorKey('01/03/2012', minor),
  ]).toEqual(['minorbirthdate', null, null])
  expect(birthdateErrorKey('29/02/2012', { until: 15, minorBornOn: '2012-03-01' })).toBe('minorbirthdate')
  expect(birthdateErrorKey('29/02/2013', minor)).toBe('invaliddateformat')
})

test('a known adult cannot set a birth date that makes them a minor', () => {
  const adult = { until: 15, minorBornOn: null }
  for (const birthdate of ['26/11/2011', '12/05/1990', null, ''])
    expect([birthdate, birthdateErrorKey(birthdate, adult)]).toEqual([birthdate, null])
  for (const birthdate of ['27/11/2011', '26/11/2014'])
    expect([birthdate, birthdateErrorKey(birthdate, adult)]).toEqual([birthdate, 'adultbirthdate'])
  expect(birthdateErrorKey('27/11/2014', adult)).toBe('tooyoungerror')
})

test('a member of unknown age can set any birth date', () => {
  for (const birthdate of ['27/11/2011', '15/06/2013', '12/05/1990'])
    expect(birthdateErrorKey(birthdate, null)).toBeNull()
})

test('the age increases on the birthday itself', () => {
  expect(['2026-11-25', '2026-11-26', '2026-11-27'].map(day => ageOn(day, '2011-11-26'))).toEqual([14, 15, 15])
})
