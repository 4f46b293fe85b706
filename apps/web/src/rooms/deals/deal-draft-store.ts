import { store, stored } from '#web/kernel/device/stored.ts'
import type { DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** good deals begun and not yet saved, by whose they are */
    dealdrafts: Record<string, unknown>
  }
}

/** A draft belongs to a member; that of a deal which is being changed, to the deal too. */
export const dealOwner = (userId: string, dealId?: string): string => (dealId ? `${userId} ${dealId}` : userId)

/** As the device remembers it: see `readDealDraft`. */
export const keptDealDraft = (owner: string): unknown => stored('dealdrafts')?.[owner]

/** Null forgets it. */
export const keepDealDraft = (owner: string, draft: DealDraft | null): void => {
  const { [owner]: _, ...others } = stored('dealdrafts') ?? {}
  const drafts = draft ? { ...others, [owner]: draft } : others
  store('dealdrafts', Object.keys(drafts).length > 0 ? drafts : null)
}

/**
 * Whoever signs out leaves nothing behind that they began to write; whoever signs in, nothing of anybody else's (`but`
 * their own).
 */
export const forgetDealDrafts = (but?: string): void => {
  const kept = Object.entries(stored('dealdrafts') ?? {}).filter(([owner]) => owner.split(' ')[0] === but)
  store('dealdrafts', kept.length > 0 ? Object.fromEntries(kept) : null)
}
