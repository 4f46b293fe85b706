import { afterEach, expect, test } from 'vitest'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { deletePostDraft, findPostDraft, hasPostDraft, savePostDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'

const draft = { ...newDraft(), en: { title: '', description: 'Hello', alt: '' } }

afterEach(() => store('postdrafts', null))

test('drafts are separate for each member and for each edited post', async () => {
  savePostDraft(draftKey('u1'), draft)
  expect(await findPostDraft(draftKey('u1'))).toEqual({ draft, photo: null })
  expect(await findPostDraft(draftKey('u2'))).toBeNull()
  expect(await findPostDraft(draftKey('u1', 'e1'))).toBeNull()
})

test('deleting the draft of a member does not delete the drafts of other members', () => {
  savePostDraft('u1', draft)
  savePostDraft('u2', draft)
  deletePostDraft('u1')
  expect([hasPostDraft('u1'), hasPostDraft('u2')]).toEqual([false, true])
  deletePostDraft('u2')
  expect(stored('postdrafts')).toBeNull()
})

test('a draft is restored without a photo that the device could not store', async () => {
  savePostDraft('u1', { ...draft, photo: 'new' })
  expect(await findPostDraft('u1')).toEqual({ draft: { ...draft, photo: 'none' }, photo: null })
})
