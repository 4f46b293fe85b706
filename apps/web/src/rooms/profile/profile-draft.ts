import { keep, kept } from '#web/kernel/device/kept.ts'
import { restored, type ProfileDraft } from './profile-form.ts'

declare module '#web/kernel/device/kept.ts' {
  interface Kept {
    /** a profile that has not been saved yet, and whose it is; its passwords are never kept */
    profiledraft: { userId: string; draft: unknown; photo: string | null }
  }
}

/** What was typed before a reload, over what the server knows. */
export const findDraft = (userId: string, blank: ProfileDraft): { draft: ProfileDraft; photo: string | null } => {
  const saved = kept('profiledraft')
  return saved?.userId === userId
    ? { draft: restored(blank, saved.draft), photo: typeof saved.photo === 'string' ? saved.photo : null }
    : { draft: blank, photo: null }
}

/** `photo`: as a data address. One too large for the store of a tab is left out. */
export const saveDraft = (userId: string, draft: ProfileDraft, photo: string | null): void => {
  keep('profiledraft', { userId, draft, photo })
  if (photo && kept('profiledraft')?.photo !== photo) keep('profiledraft', { userId, draft, photo: null })
}

export const forgetDraft = (): void => keep('profiledraft', null)
