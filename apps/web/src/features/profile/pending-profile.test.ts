import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { createPendingProfile } from './pending-profile.ts'

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('entry', 'profile')
})

test('names the changed fields, with one name for all of the address', () => {
  const body = { address: '3 rue Basse', city: 'Annecy', confirmaddress: true, job: 'Luthier' }
  const photo = new Blob(['face'])
  expect(createPendingProfile('u1', { body, photo, stay: { departure: '2027-01-02' } })?.about).toBe(
    'Photo, Occupation, My address, My stay',
  )
  expect(createPendingProfile('u1', { body: { photoUri: null }, photo: null })?.about).toBe('Photo')
})

test('stores no password on the device', () => {
  expect(createPendingProfile('u1', { body: { newpassword: 'secret', job: 'Luthier' }, photo: null })).toBeNull()
})
