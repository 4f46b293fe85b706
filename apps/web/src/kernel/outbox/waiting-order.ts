import type { Waiting } from './waiting.ts'

/** The date only orders items that two tabs wrote before they heard of each other. */
export const inOrder = (all: readonly Waiting[]): Waiting[] =>
  all.toSorted((a, b) => a.seq - b.seq || a.date.localeCompare(b.date))

export const nextSeq = (all: readonly Waiting[]): number => 1 + Math.max(0, ...all.map(({ seq }) => seq))

export const isSame = (one: Waiting, other: Waiting): boolean => one.id === other.id && one.date === other.date

export const differs = (one: Waiting, other: Waiting): boolean =>
  one.date !== other.date ||
  one.seq !== other.seq ||
  one.refused?.key !== other.refused?.key ||
  JSON.stringify(one.payload) !== JSON.stringify(other.payload)

/** Refused items are always listed, as the place where they were written may be gone. */
export const isListed = ({ shownThere, refused }: Waiting): boolean => !shownThere || refused !== undefined
