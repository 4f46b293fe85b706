import { beforeEach, expect, test } from 'vitest'
import { findDraft, forgetDraft, saveDraft } from './profile-draft.ts'
import { draftOf } from './profile-form.ts'
import { noProfile } from './testing/no-profile.ts'

const blank = draftOf(noProfile)
const begun = { ...blank, firstname: 'Camille' }

beforeEach(() => localStorage.clear())

test('what was typed is found again by its writer alone, until it is saved', () => {
  saveDraft('u1', begun)
  expect([findDraft('u1', blank), findDraft('u2', blank)]).toEqual([begun, blank])
  forgetDraft('u1')
  expect(findDraft('u1', blank)).toEqual(blank)
  expect(localStorage.length).toBe(0)
})
