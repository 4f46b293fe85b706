import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findDraft, forgetDraft, saveDraft } from './profile-draft.ts'
import { draftOf } from './profile-form.ts'

const blank = draftOf({
  pseudo: '',
  firstname: null,
  lastname: null,
  gender: null,
  birthdate: null,
  photoUri: null,
  address: null,
  zipCode: null,
  city: null,
  building: null,
  floor: null,
  apartmentNumber: null,
  needPassword: true,
  needEmail: false,
  needApproval: false,
  minAge: 12,
})
const begun = { ...blank, firstname: 'Camille' }

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('what was typed is found again by its writer alone, until it is saved', () => {
  saveDraft('u1', begun, 'data:image/jpeg;base64,AAAA')
  expect(findDraft('u1', blank)).toEqual({ draft: begun, photo: 'data:image/jpeg;base64,AAAA' })
  expect(findDraft('u2', blank)).toEqual({ draft: blank, photo: null })
  forgetDraft()
  expect(findDraft('u1', blank)).toEqual({ draft: blank, photo: null })
})

test('a photo that the store has no room for is left out, and no word is lost with it', () => {
  const small = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => small.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > 1_000) throw new DOMException('full', 'QuotaExceededError')
      small.set(name, text)
    },
  })
  saveDraft('u1', begun, `data:image/jpeg;base64,${'A'.repeat(2_000)}`)
  expect(findDraft('u1', blank)).toEqual({ draft: begun, photo: null })
})
