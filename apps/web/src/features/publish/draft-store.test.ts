import { afterEach, expect, test } from 'vitest'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { deleteDraft, findDraft, hasDraft, saveDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'

const draft = { ...newDraft(), en: { title: '', description: 'Hello', alt: '' } }

afterEach(() => store('postdrafts', null))

test('drafts are separate for each member and for each edited post', async () => {
  saveDraft(draftKey('u1'), draft)
  expect(await findDraft(draftKey('u1'))).toEqual({ draft, photo: null })
  expect(await findDraft(draftKey('u2'))).toBeNull()
  expect(await findDraft(draftKey('u1', 'e1'))).toBeNull()
})

test('deleting a draft keeps the others', () => {
  saveDraft('u1', draft)
  saveDraft('u2', draft)
  deleteDraft('u1')
  expect([hasDraft('u1'), hasDraft('u2')]).toEqual([false, true])
  deleteDraft('u2')
  expect(stored('postdrafts')).toBeNull()
})

test('a draft is restored without a photo that the device could not store', async () => {
  saveDraft('u1', { ...draft, photo: 'new' })
  expect(await findDraft('u1')).toEqual({ draft: { ...draft, photo: 'none' }, photo: null })
})
