import { beforeEach, expect, test } from 'vitest'
import { findFirstProfileDraft, deleteFirstProfileDraft, saveFirstProfileDraft } from './profile-draft.ts'
import { draftOf } from './profile-form.ts'
import { emptyProfile } from './testing/empty-profile.ts'

const blank = draftOf(emptyProfile)
const draft = { ...blank, firstname: 'Camille' }

beforeEach(() => localStorage.clear())

test('a profile draft is restored for its author only, until it is deleted', () => {
  saveFirstProfileDraft('u1', draft)
  expect([findFirstProfileDraft('u1', blank), findFirstProfileDraft('u2', blank)]).toEqual([draft, blank])
  deleteFirstProfileDraft('u1')
  expect(findFirstProfileDraft('u1', blank)).toEqual(blank)
  expect(localStorage.length).toBe(0)
})
