import { store, stored, type Stored } from './stored.ts'

export type Drafts = { [K in keyof Stored]: Record<string, unknown> extends Stored[K] ? K : never }[keyof Stored]

export const draftKey = (userId: string, subjectId?: string): string => (subjectId ? `${userId} ${subjectId}` : userId)

/** Returns the stored draft unchecked: an older version or the user may have written it, so validate it. */
export const loadDraft = (drafts: Drafts, key: string): unknown => stored(drafts)?.[key]

const writeAll = (drafts: Drafts, entries: [string, unknown][]) =>
  store(drafts, entries.length > 0 ? Object.fromEntries(entries) : null)

/** Saves a draft; null deletes it. If there are more than `max` drafts, the oldest is dropped. */
export const saveDraft = (drafts: Drafts, key: string, draft: object | null, max = Infinity): void => {
  const others = Object.entries(stored(drafts) ?? {}).filter(([other]) => other !== key)
  writeAll(drafts, (draft ? [...others, [key, draft] as [string, unknown]] : others).slice(-max))
}

export const clearDrafts = (drafts: Drafts, exceptUserId?: string): void =>
  writeAll(
    drafts,
    Object.entries(stored(drafts) ?? {}).filter(([key]) => isOwnedBy(key, exceptUserId)),
  )

export const isOwnedBy = (key: string, userId: string | undefined): boolean => key.split(' ')[0] === userId
