import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { readTemplateDraft, type TemplateDraft } from './template-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Templates not saved yet, by draft owner. */
    templatedrafts: Record<string, unknown>
  }
}

export const findTemplateDraft = (owner: string): TemplateDraft | null =>
  readTemplateDraft(keptDraft('templatedrafts', owner))

/** Null deletes it. */
export const keepTemplateDraft = (owner: string, draft: TemplateDraft | null): void =>
  keepDraft('templatedrafts', owner, draft)
