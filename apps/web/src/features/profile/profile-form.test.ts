// @vitest-environment node
import { expect, test } from 'vitest'
import { applyEdits, parseEdits } from '#web/kernel/device/form-edits.ts'
import {
  ageGroupOf,
  bodyOf,
  findPageErrors,
  draftOf,
  knownAgeOf,
  hasSecondPage,
  pageOf,
  profileShape,
  suggestPseudo,
  todayIn,
  type ProfileRequirements,
} from './profile-form.ts'
import { emptyProfile } from './testing/empty-profile.ts'

const requirements: ProfileRequirements = {
  role: 'neighbor',
  needPassword: true,
  needEmail: false,
  needApproval: false,
  minAge: 12,
  consentAge: 15,
  known: null,
  timezone: 'Europe/Paris',
}
const blank = draftOf({ ...emptyProfile, address: '8 rue des Marquisats', zipCode: '74000', city: 'Annecy' })
const identityDone = { ...blank, pseudo: 'Camille.R', firstname: 'Camille', lastname: 'Roussel', confirmage: true }
const allDone = { ...identityDone, confirmaddress: true }
const noPasswords = { newpassword: '', again: '' }
const keysOf = (errors: ReturnType<typeof findPageErrors>) => errors.map(({ key }) => key)
const passwords = { newpassword: 'velo-tilleul-lac', again: 'velo-tilleul-lac' }

test('the first page requires the identity, and nothing of the second page', () => {
  expect(keysOf(findPageErrors(1, blank, noPasswords, requirements))).toEqual([
    'pseudomandatory',
    'firstnamemandatory',
    'lastnamemandatory',
    'confirmageerror',
  ])
  expect(findPageErrors(1, { ...identityDone, firstname: ' ' }, noPasswords, requirements)).toMatchObject([
    { key: 'firstnamemandatory' },
  ])
  expect(findPageErrors(1, { ...identityDone, confirmage: false }, noPasswords, requirements)).toMatchObject([
    { key: 'confirmageerror' },
  ])
  expect(findPageErrors(1, { ...identityDone, birthdate: '31/02/1990' }, noPasswords, requirements)).toMatchObject([
    { key: 'invaliddateformat' },
  ])
  expect(findPageErrors(1, { ...identityDone, floor: 'third' }, noPasswords, requirements)).toEqual([])
  expect(findPageErrors(1, identityDone, noPasswords, requirements)).toEqual([])
})

test('the second page requires a confirmed address, and the password twice', () => {
  expect(findPageErrors(2, identityDone, passwords, requirements)).toMatchObject([{ key: 'confirmaddresserror' }])
  expect(findPageErrors(2, allDone, noPasswords, requirements)).toMatchObject([{ key: 'newpasswordmandatory' }])
  expect(findPageErrors(2, allDone, { ...passwords, again: 'velo-tilleul' }, requirements)).toEqual([
    { key: 'differentpasswords', field: 'again' },
  ])
  const upstairs = { ...allDone, floor: 'third' }
  expect(keysOf(findPageErrors(2, upstairs, { ...passwords, again: 'velo-tilleul' }, requirements))).toEqual([
    'floorbadformat',
    'differentpasswords',
  ])
  expect(keysOf(findPageErrors(2, upstairs, { newpassword: 'court', again: '' }, requirements))).toEqual([
    'newpasswordbadformat',
    'floorbadformat',
  ])
  expect(findPageErrors(2, upstairs, passwords, requirements)).toMatchObject([{ key: 'floorbadformat' }])
  expect(findPageErrors(2, allDone, passwords, requirements)).toEqual([])
  expect(findPageErrors(2, allDone, noPasswords, { ...requirements, needPassword: false })).toEqual([])
})

test('members who were invited by a letter must give an e-mail address', () => {
  const byLetter = { ...requirements, needEmail: true }
  expect(findPageErrors(1, identityDone, passwords, byLetter)).toEqual([])
  expect(findPageErrors(2, allDone, passwords, byLetter)).toMatchObject([{ key: 'missingemail', field: 'email' }])
  expect(findPageErrors(2, { ...allDone, email: 'camille@exemple.fr' }, passwords, byLetter)).toEqual([])
  expect(bodyOf({ ...allDone, email: ' camille@exemple.fr ' }, passwords, byLetter)).toMatchObject({
    email: 'camille@exemple.fr',
  })
  expect(bodyOf(allDone, passwords, requirements)).not.toHaveProperty('email')
})

test('members who are not residents give no address, and their form may have only one page', () => {
  const staff: ProfileRequirements = { ...requirements, role: 'employee', needPassword: false }
  expect(hasSecondPage(staff)).toBe(false)
  expect(findPageErrors(1, { ...identityDone, firstname: '', lastname: '' }, noPasswords, staff)).toEqual([])
  expect(bodyOf(identityDone, noPasswords, staff)).not.toHaveProperty('address')
})

test('bodyOf trims texts, and contains the password only where one is required', () => {
  expect(bodyOf({ ...allDone, firstname: ' Camille ', building: '  ' }, passwords, requirements)).toMatchObject({
    firstname: 'Camille',
    building: null,
    newpassword: 'velo-tilleul-lac',
    confirmaddress: true,
  })
  expect(bodyOf(allDone, passwords, { ...requirements, needPassword: false })).not.toHaveProperty('newpassword')
  expect(bodyOf(allDone, passwords, requirements)).not.toHaveProperty('word')
})

test('a stored draft is merged over the values of the server where the types fit', () => {
  const restoreDraft = (saved: typeof blank, stored: unknown) =>
    applyEdits(saved, parseEdits(stored, saved, profileShape))
  expect(restoreDraft(blank, { firstname: 'Camille', confirmage: true, gender: 'F' })).toEqual({
    ...blank,
    firstname: 'Camille',
    confirmage: true,
    gender: 'F',
  })
  expect(restoreDraft(blank, { firstname: 7, gender: 'X', unknown: 'x' })).toEqual(blank)
  expect(restoreDraft(blank, null)).toEqual(blank)
})

test('suggestPseudo derives a nickname from the name', () => {
  expect(suggestPseudo('Camille', 'Roussel')).toBe('Camille.R')
  expect(suggestPseudo('Jean-Noël', 'd’Arc')).toBe('JeanNoël.D')
  expect(suggestPseudo('Li', 'Wang')).toBe('LiWang')
  expect(suggestPseudo('Camille', '')).toBe('Camille')
  expect(suggestPseudo('', 'Roussel')).toBe('')
  expect(suggestPseudo('X', '')).toBe('')
})

test('pageOf assigns each field to one page', () => {
  expect([pageOf('pseudo'), pageOf('birthdate'), pageOf('photo')]).toEqual([1, 1, 1])
  expect([pageOf('confirmaddress'), pageOf('newpassword'), pageOf('floor')]).toEqual([2, 2, 2])
})

test('for a known minor, an earlier or missing birth date is rejected', () => {
  const today = todayIn(requirements.timezone)
  const born = (years: number, day = '01/01') => `${day}/${Number(today.slice(0, 4)) - years}`
  const profile = { protection: { until: today }, consentAge: 15, birthdate: born(13, '02/01'), pseudo: 'Camille' }
  const minor = { ...requirements, known: knownAgeOf(profile) }
  for (const birthdate of [born(13, '02/01'), born(13, '03/01')])
    expect(findPageErrors(1, { ...identityDone, birthdate }, noPasswords, minor)).toEqual([])
  for (const birthdate of ['', born(13), born(14, '31/12'), born(40)])
    expect(findPageErrors(1, { ...identityDone, birthdate, confirmage: true }, noPasswords, minor)).toMatchObject([
      { key: 'minorbirthdate', field: 'birthdate', params: { age: 15 } },
    ])
  expect(findPageErrors(1, { ...identityDone, birthdate: born(3) }, noPasswords, minor)).toMatchObject([
    { key: 'tooyoungerror' },
  ])
  expect(findPageErrors(1, { ...identityDone, birthdate: born(40) }, noPasswords, requirements)).toEqual([])
})

test('the birth date of a minor is rejected for a member known to be of age', () => {
  const born = (years: number) => `01/01/${Number(todayIn(requirements.timezone).slice(0, 4)) - years}`
  const keysAs = (profile: { birthdate: string | null; pseudo: string }) =>
    keysOf(
      findPageErrors(1, { ...identityDone, birthdate: born(13) }, noPasswords, {
        ...requirements,
        known: knownAgeOf({ ...profile, protection: null, consentAge: 15 }),
      }),
    )
  expect(keysAs({ birthdate: born(40), pseudo: 'Camille' })).toEqual(['adultbirthdate'])
  expect(keysAs({ birthdate: null, pseudo: 'Camille' })).toEqual(['adultbirthdate'])
  expect(keysAs({ birthdate: born(40), pseudo: '' })).toEqual(['adultbirthdate'])
  expect(keysAs({ birthdate: null, pseudo: '' })).toEqual([])
})

test('ageGroupOf returns `minor` or `young` only for a complete date', () => {
  const year = new Date().getFullYear()
  const of = (birthdate: string) => ageGroupOf(birthdate, requirements)
  expect([of(''), of('01/01'), of('31/02/2000'), of('01/01/1980')]).toEqual([null, null, null, null])
  expect([of(`01/01/${year - 14}`), of(`01/01/${year - 11}`)]).toEqual(['minor', 'young'])
  expect(of(`01/01/${year - 15}`)).toBe(null)
})
