import { type Drafts, forgetDraftsOf } from '#web/kernel/device/drafts.ts'
import { keep, kept } from '#web/kernel/device/kept.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { forgetKept } from '#web/kernel/offline/kept-store.ts'
import { forgetShared } from '#web/kernel/offline/shared.ts'
import { forgetWaiting } from '#web/kernel/outbox/forget-waiting.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { findWaitingOfOthers } from '#web/kernel/outbox/waiting-store.ts'
import { forgetDraftPhotos } from '#web/kernel/picture/draft-photos.ts'
import { forgetPhotos } from '#web/kernel/picture/taken-photo.ts'
import type { UnsentCounts } from './removed-unsent.ts'
import { countUnsent, type UnsentWord } from './what-waits.ts'

/** Every store of drafts, and what one of its drafts is called; the types tell of a store that is missing here. */
const stores: Record<Drafts, UnsentWord | null> = {
  chatdrafts: 'message',
  dealdrafts: 'deal',
  informationdrafts: 'information',
  postdrafts: 'post',
  profiledrafts: 'profile',
  publications: 'post',
  // only the names of shares that became a draft of a post
  takenshares: null,
  templatedrafts: 'template',
}
const draftStores = Object.keys(stores) as Drafts[]

/** What was written, taken and shared here, and not yet published or sent; `but` whose it is stays. */
export const forgetUnsent = async (but?: string): Promise<void> => {
  if (!but) forgetPhotos()
  for (const drafts of draftStores) forgetDraftsOf(drafts, but)
  await Promise.all([forgetDraftPhotos(but), forgetWaiting(but), forgetShared(but)])
}

/** All that is not sent, of everybody on this device. What this page alone holds is counted before the outbox closes. */
const countAll = async (): Promise<UnsentCounts> => {
  const drafts = draftStores.flatMap(name => {
    const word = stores[name]
    return word ? Object.keys(stored(name) ?? {}).map(() => word) : []
  })
  const ofPage = outbox.waiting()
  const ids = new Set(ofPage.map(({ id }) => id))
  const ofDevice = (await findWaitingOfOthers(null)).filter(({ id }) => !ids.has(id))
  return countUnsent([...ofPage, ...ofDevice], drafts)
}

/** What happens to be in this tab's session storage: addresses that were read, and what was typed. */
const forgetTab = () => {
  // what opened the app of a phone would be followed again
  const link = kept('launchlink')
  try {
    sessionStorage.clear()
  } catch {}
  keep('launchlink', link)
}

/**
 * Nobody is signed in here any more: nothing stays of what they wrote or saw. Who was not asked reads at the log-in what
 * kind had not been sent (`isAsked`: they have said that it may go).
 */
export const forgetMember = async (isAsked: boolean): Promise<void> => {
  const unsent = isAsked ? {} : await countAll()
  const before = isAsked ? {} : (stored('unsentremoved')?.counts ?? {})
  const all = { ...before }
  // another tab has counted the same, all of it or what was left of it
  for (const [word, count] of Object.entries(unsent) as [UnsentWord, number][])
    all[word] = Math.max(before[word] ?? 0, count)
  store('unsentremoved', Object.keys(all).length > 0 ? { counts: all } : null)
  forgetTab()
  await Promise.all([forgetUnsent(), forgetKept()])
}
