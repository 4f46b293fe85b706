import type { PendingItem } from './pending.ts'

/** Sorts by sequence number; the date decides between items that two tabs wrote under the same number. */
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

/** Whether the list of unsent items shows the item. Refused items are always listed: their own screen may be closed. */
export const isListed = ({ shownThere, refused }: PendingItem): boolean => !shownThere || refused !== undefined
