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

/** Every draft store with the label of its drafts. The type fails if a store is missing. */
const stores: Record<Drafts, UnsentWord | null> = {
  chatdrafts: 'message',
  dealdrafts: 'deal',
  informationdrafts: 'information',
  postdrafts: 'post',
  profiledrafts: 'profile',
  publications: 'post',
  // Holds only ids of shares that became a post draft.
  takenshares: null,
  templatedrafts: 'template',
}
const draftStores = Object.keys(stores) as Drafts[]

/** Clears drafts, photos and shares that are not published or sent; `exceptOwner` keeps those of one user. */
export const forgetUnsent = async (but?: string): Promise<void> => {
  if (!but) forgetPhotos()
  for (const drafts of draftStores) forgetDraftsOf(drafts, but)
  await Promise.all([forgetDraftPhotos(but), forgetWaiting(but), forgetShared(but)])
}

/**
 * Counts everything unsent of all users of this device. Items that only this page holds are counted before the outbox
 * closes.
 */
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

/** Clears the session storage of this tab, which holds visited addresses and typed text. */
const forgetTab = () => {
  // Kept, because an app would otherwise follow its launch link again.
  const link = kept('launchlink')
  try {
    sessionStorage.clear()
  } catch {}
  keep('launchlink', link)
}

/**
 * Clears all data of signed-out users from this device. Unless they confirmed the loss (`isConfirmed`), the log-in
 * shows what kinds of items had not been sent.
 */
export const forgetMember = async (isAsked: boolean): Promise<void> => {
  const unsent = isAsked ? {} : await countAll()
  const before = isAsked ? {} : (stored('unsentremoved')?.counts ?? {})
  const all = { ...before }
  // Another tab may have counted the same items, or what was left of them.
  for (const [word, count] of Object.entries(unsent) as [UnsentWord, number][])
    all[word] = Math.max(before[word] ?? 0, count)
  store('unsentremoved', Object.keys(all).length > 0 ? { counts: all } : null)
  forgetTab()
  await Promise.all([forgetUnsent(), forgetKept()])
}
