// @vitest-environment node
import { expect, test } from 'vitest'
import {
  ageOf,
  bodyOf,
  breaksOn,
  draftOf,
  knownAgeOf,
  hasSecondPage,
  pageOf,
  restored,
  suggestPseudo,
  todayIn,
  type ProfileAsk,
} from './profile-form.ts'
import { noProfile } from './testing/no-profile.ts'

const ask: ProfileAsk = {
  role: 'neighbor',
  needPassword: true,
  needEmail: false,
  needApproval: false,
  minAge: 12,
  consentAge: 15,
  known: null,
  timezone: 'Europe/Paris',
}
const blank = draftOf({ ...noProfile, address: '8 rue des Marquisats', zipCode: '74000', city: 'Annecy' })
const you = { ...blank, pseudo: 'Camille.R', firstname: 'Camille', lastname: 'Roussel', confirmage: true }
const home = { ...you, confirmaddress: true }
const none = { newpassword: '', again: '' }
const keysOf = (broken: ReturnType<typeof breaksOn>) => broken.map(({ key }) => key)
const same = { newpassword: 'velo-tilleul-lac', again: 'velo-tilleul-lac' }

test('asks for the identity on the first page, and for nothing of the second', () => {
  expect(keysOf(breaksOn(1, blank, none, ask))).toEqual([
    'pseudomandatory',
    'firstnamemandatory',
    'lastnamemandatory',
    'confirmageerror',
  ])
  expect(breaksOn(1, { ...you, firstname: ' ' }, none, ask)).toMatchObject([{ key: 'firstnamemandatory' }])
  expect(breaksOn(1, { ...you, confirmage: false }, none, ask)).toMatchObject([{ key: 'confirmageerror' }])
  expect(breaksOn(1, { ...you, birthdate: '31/02/1990' }, none, ask)).toMatchObject([{ key: 'invaliddateformat' }])
  expect(breaksOn(1, { ...you, floor: 'third' }, none, ask)).toEqual([])
  expect(breaksOn(1, you, none, ask)).toEqual([])
})

test('asks for the address and for a password twice on the second page', () => {
  expect(breaksOn(2, you, same, ask)).toMatchObject([{ key: 'confirmaddresserror' }])
  expect(breaksOn(2, home, none, ask)).toMatchObject([{ key: 'newpasswordmandatory' }])
  expect(breaksOn(2, home, { ...same, again: 'velo-tilleul' }, ask)).toEqual([
    { key: 'differentpasswords', field: 'again' },
  ])
  const upstairs = { ...home, floor: 'third' }
  expect(keysOf(breaksOn(2, upstairs, { ...same, again: 'velo-tilleul' }, ask))).toEqual([
    'floorbadformat',
    'differentpasswords',
  ])
  expect(keysOf(breaksOn(2, upstairs, { newpassword: 'court', again: '' }, ask))).toEqual([
    'newpasswordbadformat',
    'floorbadformat',
  ])
  expect(breaksOn(2, upstairs, same, ask)).toMatchObject([{ key: 'floorbadformat' }])
  expect(breaksOn(2, home, same, ask)).toEqual([])
  expect(breaksOn(2, home, none, { ...ask, needPassword: false })).toEqual([])
})

test('asks members who came by a letter for an e-mail address', () => {
  const byLetter = { ...ask, needEmail: true }
  expect(breaksOn(1, you, same, byLetter)).toEqual([])
  expect(breaksOn(2, home, same, byLetter)).toMatchObject([{ key: 'missingemail', field: 'email' }])
  expect(breaksOn(2, { ...home, email: 'camille@exemple.fr' }, same, byLetter)).toEqual([])
  expect(bodyOf({ ...home, email: ' camille@exemple.fr ' }, same, byLetter)).toMatchObject({
    email: 'camille@exemple.fr',
  })
  expect(bodyOf(home, same, ask)).not.toHaveProperty('email')
})

test('asks no address of a member who is no resident, who may have one page only', () => {
  const staff: ProfileAsk = { ...ask, role: 'employee', needPassword: false }
  expect(hasSecondPage(staff)).toBe(false)
  expect(breaksOn(1, { ...you, firstname: '', lastname: '' }, none, staff)).toEqual([])
  expect(bodyOf(you, none, staff)).not.toHaveProperty('address')
})

test('trims texts and sends the password only where one is asked for', () => {
  expect(bodyOf({ ...home, firstname: ' Camille ', building: '  ' }, same, ask)).toMatchObject({
    firstname: 'Camille',
    building: null,
    newpassword: 'velo-tilleul-lac',
    confirmaddress: true,
  })
  expect(bodyOf(home, same, { ...ask, needPassword: false })).not.toHaveProperty('newpassword')
  expect(bodyOf(home, same, ask)).not.toHaveProperty('word')
})

test('merges a stored draft over the values of the server where the types fit', () => {
  expect(restored(blank, { firstname: 'Camille', confirmage: true, gender: 'F' })).toEqual({
    ...blank,
    firstname: 'Camille',
    confirmage: true,
    gender: 'F',
  })
  expect(restored(blank, { firstname: 7, gender: 'X', unknown: 'x' })).toEqual(blank)
  expect(restored(blank, null)).toEqual(blank)
})

test('suggests a nickname made of the name', () => {
  expect(suggestPseudo('Camille', 'Roussel')).toBe('Camille.R')
  expect(suggestPseudo('Jean-Noël', 'd’Arc')).toBe('JeanNoël.D')
  expect(suggestPseudo('Li', 'Wang')).toBe('LiWang')
  expect(suggestPseudo('Camille', '')).toBe('Camille')
  expect(suggestPseudo('', 'Roussel')).toBe('')
  expect(suggestPseudo('X', '')).toBe('')
})

test('assigns each field to one page', () => {
  expect([pageOf('pseudo'), pageOf('birthdate'), pageOf('photo')]).toEqual([1, 1, 1])
  expect([pageOf('confirmaddress'), pageOf('newpassword'), pageOf('floor')]).toEqual([2, 2, 2])
})

test('rejects a birth date that makes a known minor older', () => {
  const today = todayIn(ask.timezone)
  const born = (years: number, day = '01/01') => `${day}/${Number(today.slice(0, 4)) - years}`
  const profile = { protection: { until: today }, consentAge: 15, birthdate: born(13, '02/01'), pseudo: 'Camille' }
  const minor = { ...ask, known: knownAgeOf(profile) }
  for (const birthdate of [born(13, '02/01'), born(13, '03/01')])
    expect(breaksOn(1, { ...you, birthdate }, none, minor)).toEqual([])
  for (const birthdate of ['', born(13), born(14, '31/12'), born(40)])
    expect(breaksOn(1, { ...you, birthdate, confirmage: true }, none, minor)).toMatchObject([
      { key: 'minorbirthdate', field: 'birthdate', params: { age: 15 } },
    ])
  expect(breaksOn(1, { ...you, birthdate: born(3) }, none, minor)).toMatchObject([{ key: 'tooyoungerror' }])
  expect(breaksOn(1, { ...you, birthdate: born(40) }, none, ask)).toEqual([])
})

test('rejects the birth date of a minor for a member known to be of age', () => {
  const born = (years: number) => `01/01/${Number(todayIn(ask.timezone).slice(0, 4)) - years}`
  const keysAs = (profile: { birthdate: string | null; pseudo: string }) =>
    keysOf(
      breaksOn(1, { ...you, birthdate: born(13) }, none, {
        ...ask,
        known: knownAgeOf({ ...profile, protection: null, consentAge: 15 }),
      }),
    )
  expect(keysAs({ birthdate: born(40), pseudo: 'Camille' })).toEqual(['adultbirthdate'])
  expect(keysAs({ birthdate: null, pseudo: 'Camille' })).toEqual(['adultbirthdate'])
  expect(keysAs({ birthdate: born(40), pseudo: '' })).toEqual(['adultbirthdate'])
  expect(keysAs({ birthdate: null, pseudo: '' })).toEqual([])
})

test('recognises a minor, or a member who is too young, once the date is complete', () => {
  const year = new Date().getFullYear()
  const of = (birthdate: string) => ageOf(birthdate, ask)
  expect([of(''), of('01/01'), of('31/02/2000'), of('01/01/1980')]).toEqual([null, null, null, null])
  expect([of(`01/01/${year - 14}`), of(`01/01/${year - 11}`)]).toEqual(['minor', 'young'])
  expect(of(`01/01/${year - 15}`)).toBe(null)
})
