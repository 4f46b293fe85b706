import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { parseTemplateDraft, type TemplateDraft } from './template-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of templates, by owner. */
    templatedrafts: Record<string, unknown>
  }
}

export const findTemplateDraft = (owner: string): TemplateDraft | null =>
  parseTemplateDraft(loadDraft('templatedrafts', owner))

/** Saves a draft; null deletes it. */
export const saveTemplateDraft = (owner: string, draft: TemplateDraft | null): void =>
  saveDraft('templatedrafts', owner, draft)
