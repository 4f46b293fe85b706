import { store, stored, type Stored } from './stored.ts'

/** The stores of unsaved drafts, each a record by draft key. */
export type Drafts = { [K in keyof Stored]: Record<string, unknown> extends Stored[K] ? K : never }[keyof Stored]

export const draftOwner = (userId: string, changedId?: string): string =>
  changedId ? `${userId} ${changedId}` : userId

/** May come from an older version or be manipulated: validate it. */
export const keptDraft = (drafts: Drafts, owner: string): unknown => stored(drafts)?.[owner]

const keepAll = (drafts: Drafts, entries: [string, unknown][]) =>
  store(drafts, entries.length > 0 ? Object.fromEntries(entries) : null)

/** Null deletes the draft. Beyond `max` drafts, the oldest is dropped. */
export const keepDraft = (drafts: Drafts, owner: string, draft: object | null, most = Infinity): void => {
  const others = Object.entries(stored(drafts) ?? {}).filter(([other]) => other !== owner)
  keepAll(drafts, (draft ? [...others, [owner, draft] as [string, unknown]] : others).slice(-most))
}

export const forgetDraftsOf = (drafts: Drafts, but?: string): void =>
  keepAll(
    drafts,
    Object.entries(stored(drafts) ?? {}).filter(([owner]) => isOf(owner, but)),
  )

export const isOf = (owner: string, userId: string | undefined): boolean => owner.split(' ')[0] === userId
