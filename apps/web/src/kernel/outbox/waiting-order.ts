import type { Waiting } from './waiting.ts'

/** As it was written, whatever the clock said; the clock tells apart what two tabs wrote before they heard of it. */
export const inOrder = (all: readonly Waiting[]): Waiting[] =>
  all.toSorted((a, b) => a.seq - b.seq || a.date.localeCompare(b.date))

/** The number of what is written next, as far as this page knows. */
export const nextSeq = (all: readonly Waiting[]): number => 1 + Math.max(0, ...all.map(({ seq }) => seq))

/** The same word of its writer: a later one under the same id is another one. */
export const isSame = (one: Waiting, other: Waiting): boolean => one.id === other.id && one.date === other.date

export const differs = (one: Waiting, other: Waiting): boolean =>
  one.date !== other.date ||
  one.seq !== other.seq ||
  one.refused?.key !== other.refused?.key ||
  JSON.stringify(one.payload) !== JSON.stringify(other.payload)

/** Among the rest of what waits; what is refused too, as where it was written may not be there to be seen any more. */
export const isListed = ({ shownThere, refused }: Waiting): boolean => !shownThere || refused !== undefined
