// If the device has no room for an outbox item, the item exists only in memory. The form then preserves the draft until
// the server has stored the post.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { afterEach, expect, test } from 'vitest'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { store } from '#web/kernel/device/stored.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { findPostDraft, hasPostDraft, savePostDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'
import { newPublication } from './publication.ts'
import { loadPublication, savePublication, publicationKey } from './publication-store.ts'
import {
  restoreToForm,
  postSender,
  publicationSender,
  createPendingPost,
  createPendingPublication,
} from './pending-posts.ts'

const ME = 'me'
const owner = draftKey(ME)
const key = publicationKey(ME, 't1')
const event = {} as FeedPost
const draft = { ...newDraft(), sent: 'maybe' as const, en: { title: '', description: 'Hello', alt: '' } }
const publication = { ...newPublication(), sent: 'same' as const }

const pendingFields = { me: ME, date: '2026-06-01T12:00:00.000Z', seq: 1 }
const post = { ...createPendingPost(draft, null), ...pendingFields } as PendingItem<'post'>
const activity = {
  ...createPendingPublication({ publication, templateId: 't1', body: {} as never }, 'Barbecue'),
  ...pendingFields,
} as PendingItem<'publication'>
const completePost = () => postSender(() => {}).onSent(event, post)
const completeActivity = () => publicationSender(() => {}).onSent(event, activity)

afterEach(() => {
  store('postdrafts', null)
  store('publications', null)
})

test('the draft is deleted once the server has stored the pending post', () => {
  savePostDraft(owner, draft)
  savePublication(key, publication)
  completePost()
  completeActivity()
  expect([hasPostDraft(owner), loadPublication(key) !== null]).toEqual([false, false])
})

test.each([
  [
    'was changed since',
    { tmpId: draft.tmpId, sent: 'changed' as const, en: { title: '', description: 'Hello!', alt: '' } },
  ],
  ['is a different one', { tmpId: 'another', sent: 'no' as const }],
])('after a pending post was sent, the draft in its form is not deleted if the draft %s', (_, changes) => {
  savePostDraft(owner, { ...draft, ...changes })
  savePublication(key, { ...publication, sent: 'changed' })
  completePost()
  completeActivity()
  expect([hasPostDraft(owner), loadPublication(key) !== null]).toEqual([true, true])
})

test('a pending item is moved back into its form, but does not overwrite later edits or another draft', async () => {
  savePostDraft(owner, draft)
  savePublication(key, publication)
  expect([restoreToForm(post), restoreToForm(activity)]).toEqual([true, true])
  savePostDraft(owner, { ...draft, sent: 'changed', en: { title: '', description: 'Hello!', alt: '' } })
  expect(restoreToForm(post)).toBe(true)
  expect((await findPostDraft(owner))?.draft.en.description).toBe('Hello!')
  savePostDraft(owner, { ...draft, tmpId: 'another' })
  savePublication(key, { ...publication, tmpId: 'another' })
  expect([restoreToForm(post), restoreToForm(activity)]).toEqual([false, false])
})
