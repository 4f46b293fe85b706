import { clear, createStore } from 'idb-keyval'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { saveDraft } from '#web/kernel/device/drafts.ts'
import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { openPersisted, readPersisted } from '#web/kernel/offline/persisted-store.ts'
import { storeShare, newShareId, readShares } from '#web/kernel/offline/shares.ts'
import { findPendingOfOthers, savePending } from '#web/kernel/outbox/pending-store.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { render } from '#web/ui/testing/render.tsx'
import { outboxKinds } from '#web/app/features.ts'
import { provideOutboxKinds } from '#web/ui/outbox-kinds.ts'
import { clearMemberData, clearUnsent } from './clear-member-data.ts'
import { useRemovedUnsentText } from './removed-unsent.ts'

const pending: PendingItem<'report'> = {
  kind: 'report',
  id: 'a',
  place: 'team',
  payload: { kind: 'post', id: 'a', reason: 'what was said' },
  me: 'u1',
  date: '2026-06-01T12:00:00.000Z',
  seq: 1,
}
const draftStores = [
  'postdrafts',
  'publications',
  'templatedrafts',
  'takenshares',
  'chatdrafts',
  'dealdrafts',
  'informationdrafts',
  'profiledrafts',
] as const
const LogIn = () => <p>{useRemovedUnsentText() ?? 'nothing is said'}</p>
const paragraph = () => page.getByRole('paragraph')
/** Numbers are joined to their nouns by no-break spaces. */
const words = () => paragraph().element().textContent.replaceAll('\u00a0', ' ')

beforeAll(() => provideOutboxKinds(async () => outboxKinds))
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await clear(createStore('parvis-unsent', 'waiting'))
})

test('the end of a session removes drafts and cached data, and the log-in counts the unsent items by kind', async () => {
  await savePending(pending, true)
  await savePending({ ...pending, id: 'b', me: 'u2', refused: { key: 'forbidden' } }, true)
  for (const drafts of draftStores) saveDraft(drafts, 'u1', { text: 'what was said' })
  await saveDraftPhoto('u1', new Blob(['picture']))
  const shared = { owner: 'u1', at: Date.now(), isVouched: true, words: ['what was said'] }
  await storeShare(newShareId(), { ...shared, pictures: 0, kept: 0, otherFiles: 0 }, [])
  await openPersisted('u1')
  sessionStorage.setItem('tsr-scroll', '/les-tilleuls/conversations/ana')
  storeInTab('launchlink', 'https://parvis.example/les-tilleuls')
  await render(<LogIn />)
  await expect.element(paragraph()).toHaveTextContent('nothing is said')

  await clearMemberData(false)
  expect([await findPendingOfOthers(null), await findDraftPhoto('u1'), await readPersisted()]).toEqual([[], null, null])
  expect(await readShares('u1')).toEqual([])
  expect([draftStores.map(stored), sessionStorage.length]).toEqual([draftStores.map(() => null), 1])
  expect(tabStored('launchlink')).toBe('https://parvis.example/les-tilleuls')
  expect(JSON.stringify(localStorage)).not.toContain('what was said')

  await render(<LogIn key="later" />)
  const expectedText =
    'Not sent, and removed from this device when the session ended: 2 posts, 1 message, 2 reports, your profile, 1 good deal, 1 template and changes to the information.'
  await expect.poll(words).toBe(expectedText)
  // The next tab that notices the end of the session finds nothing more, and must not change the counts.
  await clearMemberData(false)
  await render(<LogIn key="again" />)
  await expect.poll(words).toBe(expectedText)
})

test('a log-in dialog that is open shows which unsent items another tab has removed', async () => {
  await render(<LogIn />)
  store('unsentremoved', { counts: { post: 2 } })
  dispatchEvent(new StorageEvent('storage', { key: 'unsentremoved' }))
  await expect.poll(words).toMatch(/: 2 posts\.$/)
})

test('the log-in names no removed items after a confirmed log-out', async () => {
  await savePending(pending, true)
  store('unsentremoved', { counts: { post: 2 } })
  await clearMemberData(true)
  expect([await findPendingOfOthers(null), stored('unsentremoved')]).toEqual([[], null])
})

test('clearUnsent removes the drafts and outbox items of everybody except the given user', async () => {
  await savePending(pending, true)
  await savePending({ ...pending, id: 'b', me: 'u2' }, true)
  for (const drafts of draftStores) for (const owner of ['u1', 'u2 x1']) saveDraft(drafts, owner, {})
  await clearUnsent('u2')
  expect((await findPendingOfOthers(null)).map(({ me }) => me)).toEqual(['u2'])
  expect(draftStores.map(name => Object.keys(stored(name) ?? {}))).toEqual(draftStores.map(() => ['u2 x1']))
})
