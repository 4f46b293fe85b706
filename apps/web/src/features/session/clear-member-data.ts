import { type DraftStorageKey, clearDrafts } from '#web/kernel/device/drafts.ts'
import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { clearPersisted } from '#web/kernel/offline/persisted-store.ts'
import { clearShares } from '#web/kernel/offline/shares.ts'
import { clearPending } from '#web/kernel/outbox/clear-pending.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { findPendingOfOthers } from '#web/kernel/outbox/pending-store.ts'
import { clearDraftPhotos } from '#web/kernel/picture/draft-photos.ts'
import { clearPhotos } from '#web/kernel/picture/taken-photo.ts'
import type { UnsentLabel } from '#web/ui/feature.ts'
import { countUnsent, type UnsentCounts } from './pending-summary.ts'

/** Draft stores with the labels of their drafts, as a summary counts them. Does not compile if a store is missing. */
const draftLabels: Record<DraftStorageKey, UnsentLabel | null> = {
  postdrafts: 'post',
  publications: 'post',
  chatdrafts: 'message',
  profiledrafts: 'profile',
  dealdrafts: 'deal',
  templatedrafts: 'template',
  informationdrafts: 'information',
  // Holds only ids of shares that became a post draft.
  takenshares: null,
}
const draftStores = Object.keys(draftLabels) as DraftStorageKey[]

/** Clears the unsent drafts, photos, shares and outbox items, except those of `exceptOwner`. */
export const clearUnsent = async (exceptOwner?: string): Promise<void> => {
  if (!exceptOwner) clearPhotos()
  for (const drafts of draftStores) clearDrafts(drafts, exceptOwner)
  await Promise.all([clearDraftPhotos(exceptOwner), clearPending(exceptOwner), clearShares(exceptOwner)])
}

/** Counts for all users of this device; items that only this page holds are counted before the outbox closes. */
const countAllUnsent = async (): Promise<UnsentCounts> => {
  const drafts = draftStores.flatMap(name => {
    const label = draftLabels[name]
    return label ? Object.keys(stored(name) ?? {}).map(() => label) : []
  })
  const inMemory = outbox.pending()
  const ids = new Set(inMemory.map(({ id }) => id))
  const onDevice = (await findPendingOfOthers(null)).filter(({ id }) => !ids.has(id))
  return countUnsent([...inMemory, ...onDevice], drafts)
}

/** Clears the session storage of this tab, which holds visited URLs and typed text. */
const clearTabStorage = () => {
  // The launch link is preserved, because the app would otherwise open it again.
  const link = tabStored('launchlink')
  try {
    sessionStorage.clear()
  } catch {}
  storeInTab('launchlink', link)
}

/** Unless the users confirmed the loss (`isConfirmed`), the log-in shows what kinds of items had not been sent. */
export const clearMemberData = async (isConfirmed: boolean): Promise<void> => {
  // The data is cleared even if the items cannot be counted, because the code of the features cannot be loaded.
  const unsent = isConfirmed ? {} : await countAllUnsent().catch((): UnsentCounts => ({}))
  const before = isConfirmed ? {} : (stored('unsentremoved')?.counts ?? {})
  const all = { ...before }
  // Another tab may have counted these items before some of them were removed, so the higher count is stored.
  for (const [label, count] of Object.entries(unsent) as [UnsentLabel, number][])
    all[label] = Math.max(before[label] ?? 0, count)
  store('unsentremoved', Object.keys(all).length > 0 ? { counts: all } : null)
  clearTabStorage()
  await Promise.all([clearUnsent(), clearPersisted()])
}
