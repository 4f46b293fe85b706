let next: string | null = null

/** The case that takes the place of one that has just been decided. */
export const goOnTo = (id: string): void => {
  next = id
}

export const wasGoneOnTo = (id: string): boolean => next === id

/** What is told of a decision goes when another case is opened. */
export const DECIDED = 'case decided'
