import type { PendingItem } from './pending.ts'

/** The date only orders items that two tabs wrote before they heard of each other. */
export const sortBySequence = (all: readonly PendingItem[]): PendingItem[] =>
  all.toSorted((a, b) => a.seq - b.seq || a.date.localeCompare(b.date))

export const nextSeq = (all: readonly PendingItem[]): number => 1 + Math.max(0, ...all.map(({ seq }) => seq))

export const isSameItem = (one: PendingItem, other: PendingItem): boolean =>
  one.id === other.id && one.date === other.date

export const hasChanged = (one: PendingItem, other: PendingItem): boolean =>
  one.date !== other.date ||
  one.seq !== other.seq ||
  one.refused?.key !== other.refused?.key ||
  JSON.stringify(one.payload) !== JSON.stringify(other.payload)

/** Refused items are always listed, as the place where they were written may be gone. */
export const isListed = ({ shownThere, refused }: PendingItem): boolean => !shownThere || refused !== undefined
