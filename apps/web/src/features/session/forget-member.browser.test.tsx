import { clear, createStore } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keepDraft } from '#web/kernel/device/drafts.ts'
import { keep, kept } from '#web/kernel/device/kept.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { openKept, readKept } from '#web/kernel/offline/kept-store.ts'
import { keepShared, newShareId, readShared } from '#web/kernel/offline/shared.ts'
import { findWaitingOfOthers, keepWaiting } from '#web/kernel/outbox/waiting-store.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { draw } from '#web/ui/testing/draw.tsx'
import { forgetMember, forgetUnsent } from './forget-member.ts'
import { useRemovedUnsent } from './removed-unsent.ts'

const waiting: Waiting<'report'> = {
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
const LogIn = () => <p>{useRemovedUnsent() ?? 'nothing is said'}</p>
const said = () => page.getByRole('paragraph')
/** Numbers are joined to their nouns by no-break spaces. */
const words = () => said().element().textContent.replaceAll('\u00a0', ' ')

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await clear(createStore('parvis-unsent', 'waiting'))
})

test('the end of a session removes everything that was written or viewed, and the log-in shows the kinds that were unsent', async () => {
  await keepWaiting(waiting, true)
  await keepWaiting({ ...waiting, id: 'b', me: 'u2', refused: { key: 'forbidden' } }, true)
  for (const drafts of draftStores) keepDraft(drafts, 'u1', { text: 'what was said' })
  await saveDraftPhoto('u1', new Blob(['picture']))
  const shared = { owner: 'u1', at: Date.now(), isVouched: true, words: ['what was said'] }
  await keepShared(newShareId(), { ...shared, pictures: 0, kept: 0, otherFiles: 0 }, [])
  await openKept('u1')
  sessionStorage.setItem('tsr-scroll', '/les-tilleuls/conversations/ana')
  keep('launchlink', 'https://parvis.example/les-tilleuls')
  await draw(<LogIn />)
  await expect.element(said()).toHaveTextContent('nothing is said')

  await forgetMember(false)
  expect([await findWaitingOfOthers(null), await findDraftPhoto('u1'), await readKept()]).toEqual([[], null, null])
  expect(await readShared('u1')).toEqual([])
  expect([draftStores.map(stored), sessionStorage.length]).toEqual([draftStores.map(() => null), 1])
  expect(kept('launchlink')).toBe('https://parvis.example/les-tilleuls')
  expect(JSON.stringify(localStorage)).not.toContain('what was said')

  await draw(<LogIn key="later" />)
  const what =
    'Not sent, and removed from this device when the session ended: 2 posts, 1 message, 2 reports, your profile, 1 good deal, 1 template and changes to the information.'
  await expect.poll(words).toBe(what)
  // The next tab that learns of the end finds nothing more and must keep the counts.
  await forgetMember(false)
  await draw(<LogIn key="again" />)
  await expect.poll(words).toBe(what)
})

test('an open log-in shows what another tab has removed', async () => {
  await draw(<LogIn />)
  store('unsentremoved', { counts: { post: 2 } })
  dispatchEvent(new StorageEvent('storage', { key: 'unsentremoved' }))
  await expect.poll(words).toMatch(/: 2 posts\.$/)
})

test('shows nothing after a confirmed log-out', async () => {
  await keepWaiting(waiting, true)
  store('unsentremoved', { counts: { post: 2 } })
  await forgetMember(true)
  expect([await findWaitingOfOthers(null), stored('unsentremoved')]).toEqual([[], null])
})

test('a log-in keeps the data of the user, and removes that of everybody else', async () => {
  await keepWaiting(waiting, true)
  await keepWaiting({ ...waiting, id: 'b', me: 'u2' }, true)
  for (const drafts of draftStores) for (const owner of ['u1', 'u2 x1']) keepDraft(drafts, owner, {})
  await forgetUnsent('u2')
  expect((await findWaitingOfOthers(null)).map(({ me }) => me)).toEqual(['u2'])
  expect(draftStores.map(name => Object.keys(stored(name) ?? {}))).toEqual(draftStores.map(() => ['u2 x1']))
})
