import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { createPendingProfile } from './pending-profile.ts'

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('entry', 'profile')
})

test('a pending profile names its changed fields, with one name for the whole address', () => {
  const body = { address: '3 rue Basse', city: 'Annecy', confirmaddress: true, job: 'Luthier' }
  const photo = new Blob(['face'])
  expect(createPendingProfile('u1', { body, photo, stay: { departure: '2027-01-02' } })?.about).toBe(
    'Photo, Occupation, My address, My stay',
  )
  expect(createPendingProfile('u1', { body: { photoUri: null }, photo: null })?.about).toBe('Photo')
})

test('a pending profile with a password is not stored on the device', () => {
  expect(createPendingProfile('u1', { body: { newpassword: 'secret', job: 'Luthier' }, photo: null })).toBeNull()
})
