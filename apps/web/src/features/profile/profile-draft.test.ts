import { beforeEach, expect, test } from 'vitest'
import { findDraft, deleteDraft, saveDraft } from './profile-draft.ts'
import { draftOf } from './profile-form.ts'
import { emptyProfile } from './testing/empty-profile.ts'

const blank = draftOf(emptyProfile)
const draft = { ...blank, firstname: 'Camille' }

beforeEach(() => localStorage.clear())

test('a profile draft is restored for its author only, until it is deleted', () => {
  saveDraft('u1', draft)
  expect([findDraft('u1', blank), findDraft('u2', blank)]).toEqual([draft, blank])
  deleteDraft('u1')
  expect(findDraft('u1', blank)).toEqual(blank)
  expect(localStorage.length).toBe(0)
})
