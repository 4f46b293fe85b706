// @vitest-environment node
import type { OwnStay } from '@parvis/contract/profile.ts'
import { expect, test } from 'vitest'
import {
  findMyProfileErrors,
  changesOf,
  draftOf,
  type MyPasswords,
  type MyProfileRequirements,
  type MyProfileDraft,
  stayChangesOf,
} from './my-profile.ts'
import { emptyProfile } from './testing/empty-profile.ts'

const stay: OwnStay = {
  locationId: 'p1',
  location: { name: 'Emplacement 12', lang: { en: { name: 'Pitch 12' } } },
  arrival: '2026-07-04',
  departure: '2026-07-18',
  from: '2026-07-04',
  until: '2026-07-18',
}
const savedValues = draftOf({
  ...emptyProfile,
  pseudo: 'Camille.R',
  firstname: 'Camille',
  lastname: 'Roussel',
  birthdate: '12/05/1990',
  address: '8 rue des Marquisats',
  zipCode: '74000',
  city: 'Annecy',
  photoUri: '/media/1',
  hobbiesIds: ['choir'],
  stay,
})
const requirements: MyProfileRequirements = {
  role: 'neighbor',
  needCurrentPassword: true,
  minAge: 12,
  known: null,
  timezone: 'Europe/Paris',
  stay,
}
const noConfirmations = { confirmage: false, confirmaddress: false }
const noPasswords: MyPasswords = { currentpassword: '', newpassword: '', again: '' }
const draftWith = (patch: Partial<MyProfileDraft>) => ({ ...savedValues, ...patch })
const changesFor = (patch: Partial<MyProfileDraft>, passwords = noPasswords) =>
  changesOf(draftWith(patch), savedValues, noConfirmations, passwords)
const firstError = (
  patch: Partial<MyProfileDraft>,
  passwords = noPasswords,
  confirmations = noConfirmations,
  formRequirements = requirements,
) => findMyProfileErrors(draftWith(patch), savedValues, confirmations, passwords, formRequirements)[0] ?? null

test('changesOf returns only the changed fields', () => {
  expect(changesFor({})).toEqual({})
  expect(changesFor({ job: ' Infirmière ', lastname: 'Roussel ' })).toEqual({ job: 'Infirmière' })
  expect(changesFor({ gender: 'F', photo: '' })).toEqual({ gender: 'F', photoUri: null })
  expect(changesFor({ hobbiesIds: ['choir', 'yoga'] })).toEqual({ hobbiesIds: ['choir', 'yoga'], updateHobbies: true })
  expect(changesFor({ photo: 'new' })).toEqual({})
})

test('stayChangesOf returns only the changed fields of the stay', () => {
  expect(stayChangesOf(savedValues, savedValues)).toBeNull()
  expect(stayChangesOf(draftWith({ arrival: '2026-07-05', locationId: '' }), savedValues)).toEqual({
    locationId: null,
    arrival: '2026-07-05',
  })
})

test('members who move must confirm the address, and those who clear their birth date must confirm the age', () => {
  expect(firstError({ floor: '3' })).toBeNull()
  expect(changesFor({ floor: '3' })).toEqual({ floor: '3' })
  expect(firstError({ city: 'Seynod' })).toMatchObject({ key: 'confirmaddresserror' })
  expect(changesFor({ city: 'Seynod' })).toEqual({ city: 'Seynod', confirmaddress: false })
  expect(firstError({ city: 'Seynod' }, noPasswords, { ...noConfirmations, confirmaddress: true })).toBeNull()
  expect(firstError({ city: 'Seynod' }, noPasswords, noConfirmations, { ...requirements, role: 'employee' })).toBeNull()
  expect(firstError({ birthdate: '' })).toMatchObject({ key: 'confirmageerror' })
  expect(firstError({ birthdate: '' }, noPasswords, { ...noConfirmations, confirmage: true })).toBeNull()
})

test('findMyProfileErrors returns the errors in the order of the specification', () => {
  const all = { pseudo: 'x', firstname: '', birthdate: '1', city: 'Seynod', phone: '06', arrival: '', floor: 'a' }
  const short = { currentpassword: '', newpassword: 'court', again: '' }
  const errorKeys: string[] = []
  const corrected: Partial<MyProfileDraft> = { ...all }
  let [passwords, confirmations] = [short, noConfirmations]
  for (
    let found = firstError(corrected, passwords, confirmations);
    found;
    found = firstError(corrected, passwords, confirmations)
  ) {
    errorKeys.push(found.key)
    if (found.field === 'confirmaddress') confirmations = { ...confirmations, confirmaddress: true }
    else if (found.field === 'newpassword') passwords = { ...passwords, newpassword: 'velo-tilleul-lac' }
    else if (found.field === 'currentpassword') passwords = { ...passwords, currentpassword: 'avant' }
    else if (found.field === 'again') passwords = { ...passwords, again: passwords.newpassword }
    else delete corrected[found.field as keyof MyProfileDraft]
  }
  expect(errorKeys).toEqual([
    'pseudobadformat',
    'firstnamemandatory',
    'invaliddateformat',
    'confirmaddresserror',
    'invalidphone',
    'bookingdatesmandatory',
    'newpasswordbadformat',
    'floorbadformat',
    'missingpassword',
    'differentpasswords',
  ])
})

test('the password fields are required only once a new password or its repetition is typed', () => {
  const again = { ...noPasswords, again: 'velo-tilleul-lac' }
  expect(firstError({}, again)).toMatchObject({ key: 'newpasswordmandatory' })
  const both = { ...again, newpassword: 'velo-tilleul-lac' }
  expect(firstError({}, both)).toMatchObject({ key: 'missingpassword', field: 'currentpassword' })
  expect(firstError({}, both, noConfirmations, { ...requirements, needCurrentPassword: false })).toBeNull()
  expect(changesFor({}, { ...noPasswords, currentpassword: 'typed for nothing' })).toEqual({})
  expect(changesFor({}, { ...both, currentpassword: 'avant' })).toEqual({
    newpassword: 'velo-tilleul-lac',
    currentpassword: 'avant',
  })
})

test('a stay is limited to the days assigned by the team', () => {
  expect(firstError({ locationId: '' })).toMatchObject({ key: 'accommodationmandatory', field: 'locationId' })
  expect(firstError({ departure: '2026-07-03' })).toMatchObject({ key: 'departurebeforearrival', field: 'departure' })
  expect(firstError({ departure: '2026-07-19' })).toEqual({ key: 'daysoutsidestay', field: 'departure' })
  expect(firstError({ arrival: '2026-07-03' })).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
  expect(firstError({ arrival: '2026-07-06', departure: '2026-07-17' })).toBeNull()
  expect(firstError({ arrival: '' }, noPasswords, noConfirmations, { ...requirements, stay: null })).toBeNull()
})
