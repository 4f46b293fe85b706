// @vitest-environment node
import type { OwnStay } from '@parvis/contract/profile.ts'
import { expect, test } from 'vitest'
import {
  breaksOf,
  changesOf,
  draftOf,
  isValue,
  type MyPasswords,
  type MyProfileAsk,
  type MyProfileDraft,
  stayChangesOf,
} from './my-profile.ts'
import { noProfile } from './testing/no-profile.ts'

const stay: OwnStay = {
  locationId: 'p1',
  location: { name: 'Emplacement 12', lang: { en: { name: 'Pitch 12' } } },
  arrival: '2026-07-04',
  departure: '2026-07-18',
  from: '2026-07-04',
  until: '2026-07-18',
}
const stands = draftOf({
  ...noProfile,
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
const ask: MyProfileAsk = {
  role: 'neighbor',
  needCurrentPassword: true,
  minAge: 12,
  known: null,
  timezone: 'Europe/Paris',
  stay,
}
const noBoxes = { confirmage: false, confirmaddress: false }
const none: MyPasswords = { currentpassword: '', newpassword: '', again: '' }
const changed = (patch: Partial<MyProfileDraft>) => ({ ...stands, ...patch })
const sent = (patch: Partial<MyProfileDraft>, passwords = none) => changesOf(changed(patch), stands, noBoxes, passwords)
const broken = (patch: Partial<MyProfileDraft>, passwords = none, boxes = noBoxes, of = ask) =>
  breaksOf(changed(patch), stands, boxes, passwords, of)[0] ?? null

test('sends only the changed fields', () => {
  expect(sent({})).toEqual({})
  expect(sent({ job: ' Infirmière ', lastname: 'Roussel ' })).toEqual({ job: 'Infirmière' })
  expect(sent({ gender: 'F', photo: '' })).toEqual({ gender: 'F', photoUri: null })
  expect(sent({ hobbiesIds: ['choir', 'yoga'] })).toEqual({ hobbiesIds: ['choir', 'yoga'], updateHobbies: true })
  expect(sent({ photo: 'new' })).toEqual({})
})

test('sends only the changed fields of the stay', () => {
  expect(stayChangesOf(stands, stands)).toBeNull()
  expect(stayChangesOf(changed({ arrival: '2026-07-05', locationId: '' }), stands)).toEqual({
    locationId: null,
    arrival: '2026-07-05',
  })
})

test('requires members who move to confirm the address, and those who clear their birth date to confirm the age', () => {
  expect(broken({ floor: '3' })).toBeNull()
  expect(sent({ floor: '3' })).toEqual({ floor: '3' })
  expect(broken({ city: 'Seynod' })).toMatchObject({ key: 'confirmaddresserror' })
  expect(sent({ city: 'Seynod' })).toEqual({ city: 'Seynod', confirmaddress: false })
  expect(broken({ city: 'Seynod' }, none, { ...noBoxes, confirmaddress: true })).toBeNull()
  expect(broken({ city: 'Seynod' }, none, noBoxes, { ...ask, role: 'employee' })).toBeNull()
  expect(broken({ birthdate: '' })).toMatchObject({ key: 'confirmageerror' })
  expect(broken({ birthdate: '' }, none, { ...noBoxes, confirmage: true })).toBeNull()
})

test('reports broken rules in the order of the product', () => {
  const all = { pseudo: 'x', firstname: '', birthdate: '1', city: 'Seynod', phone: '06', arrival: '', floor: 'a' }
  const short = { currentpassword: '', newpassword: 'court', again: '' }
  const told: string[] = []
  const mended: Partial<MyProfileDraft> = { ...all }
  let [passwords, boxes] = [short, noBoxes]
  for (let found = broken(mended, passwords, boxes); found; found = broken(mended, passwords, boxes)) {
    told.push(found.key)
    if (found.field === 'confirmaddress') boxes = { ...boxes, confirmaddress: true }
    else if (found.field === 'newpassword') passwords = { ...passwords, newpassword: 'velo-tilleul-lac' }
    else if (found.field === 'currentpassword') passwords = { ...passwords, currentpassword: 'avant' }
    else if (found.field === 'again') passwords = { ...passwords, again: passwords.newpassword }
    else delete mended[found.field as keyof MyProfileDraft]
  }
  expect(told).toEqual([
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

test('requires a password only once one is begun', () => {
  const again = { ...none, again: 'velo-tilleul-lac' }
  expect(broken({}, again)).toMatchObject({ key: 'newpasswordmandatory' })
  const both = { ...again, newpassword: 'velo-tilleul-lac' }
  expect(broken({}, both)).toMatchObject({ key: 'missingpassword', field: 'currentpassword' })
  expect(broken({}, both, noBoxes, { ...ask, needCurrentPassword: false })).toBeNull()
  expect(sent({}, { ...none, currentpassword: 'typed for nothing' })).toEqual({})
  expect(sent({}, { ...both, currentpassword: 'avant' })).toEqual({
    newpassword: 'velo-tilleul-lac',
    currentpassword: 'avant',
  })
})

test('limits a stay to the days assigned by the team', () => {
  expect(broken({ locationId: '' })).toMatchObject({ key: 'accommodationmandatory', field: 'locationId' })
  expect(broken({ departure: '2026-07-03' })).toMatchObject({ key: 'departurebeforearrival', field: 'departure' })
  expect(broken({ departure: '2026-07-19' })).toEqual({ key: 'daysoutsidestay', field: 'departure' })
  expect(broken({ arrival: '2026-07-03' })).toEqual({ key: 'daysoutsidestay', field: 'arrival' })
  expect(broken({ arrival: '2026-07-06', departure: '2026-07-17' })).toBeNull()
  expect(broken({ arrival: '' }, none, noBoxes, { ...ask, stay: null })).toBeNull()
})

test('accepts stored values only if they fit the form', () => {
  expect([isValue('F', 'gender'), isValue('X', 'gender'), isValue(null, 'gender')]).toEqual([true, false, true])
  expect([isValue(['a'], 'hobbiesIds'), isValue([1], 'hobbiesIds'), isValue('a', 'hobbiesIds')]).toEqual([
    true,
    false,
    false,
  ])
  expect([isValue('', 'phone'), isValue(null, 'phone')]).toEqual([true, false])
})
