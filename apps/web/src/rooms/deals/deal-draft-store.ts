import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import type { DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** good deals begun and not yet saved, by whose they are */
    dealdrafts: Record<string, unknown>
  }
}

/** As the device remembers it: see `readDealDraft`. */
export const keptDealDraft = (owner: string): unknown => keptDraft('dealdrafts', owner)

/** Null forgets it. */
export const keepDealDraft = (owner: string, draft: DealDraft | null): void => keepDraft('dealdrafts', owner, draft)
