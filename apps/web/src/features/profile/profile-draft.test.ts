import { beforeEach, expect, test } from 'vitest'
import { findDraft, forgetDraft, saveDraft } from './profile-draft.ts'
import { draftOf } from './profile-form.ts'
import { noProfile } from './testing/no-profile.ts'

const blank = draftOf(noProfile)
const begun = { ...blank, firstname: 'Camille' }

beforeEach(() => localStorage.clear())

test('restores a draft for its author only, until it is deleted', () => {
  saveDraft('u1', begun)
  expect([findDraft('u1', blank), findDraft('u2', blank)]).toEqual([begun, blank])
  forgetDraft('u1')
  expect(findDraft('u1', blank)).toEqual(blank)
  expect(localStorage.length).toBe(0)
})
