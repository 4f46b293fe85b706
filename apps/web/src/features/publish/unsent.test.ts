// An item that the device has no room for is pending in memory only, and its form keeps it until the server has it.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { afterEach, expect, test } from 'vitest'
import { draftOwner } from '#web/kernel/device/drafts.ts'
import { store } from '#web/kernel/device/stored.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { findDraft, hasDraft, saveDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'
import { newPublication } from './publication.ts'
import { hasPublication, keepPublication, publicationKey } from './publication-store.ts'
import { backIntoForm, postSender, publicationSender, unsentPost, unsentPublication } from './unsent.ts'

const ME = 'me'
const owner = draftOwner(ME)
const key = publicationKey(ME, 't1')
const event = {} as LiveEvent
const draft = { ...newDraft(), sent: 'maybe' as const, en: { title: '', description: 'Hello', alt: '' } }
const publication = { ...newPublication(), sent: 'same' as const }

const waits = { me: ME, date: '2026-06-01T12:00:00.000Z', seq: 1 }
const post = { ...unsentPost(draft, null), ...waits } as Waiting<'post'>
const activity = {
  ...unsentPublication({ publication, templateId: 't1', body: {} as never }, 'Barbecue'),
  ...waits,
} as Waiting<'publication'>
const postIsSent = () => postSender(() => {}).onSent(event, post)
const activityIsSent = () => publicationSender(() => {}).onSent(event, activity)

afterEach(() => {
  store('postdrafts', null)
  store('publications', null)
})

test('clears the form once the server has the item', () => {
  saveDraft(owner, draft)
  keepPublication(key, publication)
  postIsSent()
  activityIsSent()
  expect([hasDraft(owner), hasPublication(key)]).toEqual([false, false])
})

test.each([
  [
    'was written there since',
    { tmpId: draft.tmpId, sent: 'changed' as const, en: { title: '', description: 'Hello!', alt: '' } },
  ],
  ['is another one', { tmpId: 'another', sent: 'no' as const }],
])('keeps a draft that %s', (_, more) => {
  saveDraft(owner, { ...draft, ...more })
  keepPublication(key, { ...publication, sent: 'changed' })
  postIsSent()
  activityIsSent()
  expect([hasDraft(owner), hasPublication(key)]).toEqual([true, true])
})

test('moves a pending item back into its form, but not over later edits or another draft', async () => {
  saveDraft(owner, draft)
  keepPublication(key, publication)
  expect([backIntoForm(post), backIntoForm(activity)]).toEqual([true, true])
  saveDraft(owner, { ...draft, sent: 'changed', en: { title: '', description: 'Hello!', alt: '' } })
  expect(backIntoForm(post)).toBe(true)
  expect((await findDraft(owner))?.draft.en.description).toBe('Hello!')
  saveDraft(owner, { ...draft, tmpId: 'another' })
  keepPublication(key, { ...publication, tmpId: 'another' })
  expect([backIntoForm(post), backIntoForm(activity)]).toEqual([false, false])
})
