import { store, stored } from '#web/kernel/device/stored.ts'
import { readTemplateDraft, type TemplateDraft } from './template-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** templates begun and not yet saved, by whose they are */
    templatedrafts: Record<string, unknown>
  }
}

/** A draft belongs to a member; that of a template which is being changed, to the template too. */
export const templateOwner = (userId: string, templateId?: string): string =>
  templateId ? `${userId} ${templateId}` : userId

export const findTemplateDraft = (owner: string): TemplateDraft | null =>
  readTemplateDraft(stored('templatedrafts')?.[owner])

/** Null forgets it. */
export const keepTemplateDraft = (owner: string, draft: TemplateDraft | null): void => {
  const { [owner]: _, ...others } = stored('templatedrafts') ?? {}
  const drafts = draft ? { ...others, [owner]: draft } : others
  store('templatedrafts', Object.keys(drafts).length > 0 ? drafts : null)
}

/** Those of somebody else go with their other drafts. */
export const forgetTemplateDrafts = (isDoomed: (owner: string) => boolean): void => {
  const kept = Object.entries(stored('templatedrafts') ?? {}).filter(([owner]) => !isDoomed(owner))
  store('templatedrafts', kept.length > 0 ? Object.fromEntries(kept) : null)
}
