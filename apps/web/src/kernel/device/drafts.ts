import { store, stored, type Stored } from './stored.ts'

/** The stores of what was begun and not yet saved, by whose it is. */
export type Drafts = { [K in keyof Stored]: Record<string, unknown> extends Stored[K] ? K : never }[keyof Stored]

/** A draft belongs to a member; that of something which is being changed, to that too. */
export const draftOwner = (userId: string, changedId?: string): string =>
  changedId ? `${userId} ${changedId}` : userId

/** As the device remembers it: it may come from an older version, or from anybody. */
export const keptDraft = (drafts: Drafts, owner: string): unknown => stored(drafts)?.[owner]

const keepAll = (drafts: Drafts, entries: [string, unknown][]) =>
  store(drafts, entries.length > 0 ? Object.fromEntries(entries) : null)

/** Null forgets it. Of more than `most`, the one begun the longest ago goes first. */
export const keepDraft = (drafts: Drafts, owner: string, draft: object | null, most = Infinity): void => {
  const others = Object.entries(stored(drafts) ?? {}).filter(([other]) => other !== owner)
  keepAll(drafts, (draft ? [...others, [owner, draft] as [string, unknown]] : others).slice(-most))
}

/**
 * Whoever signs out leaves nothing behind that they began to write; whoever signs in, nothing of anybody else's (`but`
 * their own).
 */
export const forgetDraftsOf = (drafts: Drafts, but?: string): void =>
  keepAll(
    drafts,
    Object.entries(stored(drafts) ?? {}).filter(([owner]) => isOf(owner, but)),
  )

export const isOf = (owner: string, userId: string | undefined): boolean => owner.split(' ')[0] === userId
