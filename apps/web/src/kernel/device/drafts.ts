import { onStoredChange, store, stored, type Stored } from './stored.ts'

export type DraftStorageKey = {
  [K in keyof Stored]: Record<string, unknown> extends Stored[K] ? K : never
}[keyof Stored]

export const draftKey = (userId: string, subjectId?: string): string => (subjectId ? `${userId} ${subjectId}` : userId)

/** Returns the stored draft unchecked: an older version or the user may have written it, so validate it. */
export const loadDraft = (storageKey: DraftStorageKey, key: string): unknown => stored(storageKey)?.[key]

const writeAll = (storageKey: DraftStorageKey, entries: [string, unknown][]) =>
  store(storageKey, entries.length > 0 ? Object.fromEntries(entries) : null)

/** Saves a draft; null deletes it. If there are more than `maxDrafts` drafts, the oldest is dropped. */
export const saveDraft = (
  storageKey: DraftStorageKey,
  key: string,
  draft: object | null,
  maxDrafts = Infinity,
): void => {
  const others = Object.entries(stored(storageKey) ?? {}).filter(([other]) => other !== key)
  writeAll(storageKey, (draft ? [...others, [key, draft] as [string, unknown]] : others).slice(-maxDrafts))
}

export const clearDrafts = (storageKey: DraftStorageKey, exceptUserId?: string): void =>
  writeAll(
    storageKey,
    Object.entries(stored(storageKey) ?? {}).filter(([key]) => isOwnedBy(key, exceptUserId)),
  )

export const isOwnedBy = (key: string, userId: string | undefined): boolean => key.split(' ')[0] === userId

/** Where a form stores its draft. */
export interface DraftStore {
  load: () => unknown
  /** Saves a draft; null deletes it. */
  save: (draft: object | null) => void
  /** Calls `listener` when another tab has changed the store and the draft is not in it; returns how to stop that. */
  onDeleted?: (listener: () => void) => () => void
}

export const draftStore = (storageKey: DraftStorageKey, key: string, maxDrafts?: number): DraftStore => ({
  load: () => loadDraft(storageKey, key),
  save: draft => saveDraft(storageKey, key, draft, maxDrafts),
  onDeleted: listener =>
    onStoredChange(storageKey, () => {
      if (loadDraft(storageKey, key) === undefined) listener()
    }),
})
