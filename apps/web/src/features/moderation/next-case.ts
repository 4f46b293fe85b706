let next: string | null = null

/** Remembers the case that was opened from a decided one, so that its screen restores the focus. */
export const goOnTo = (id: string): void => {
  next = id
}

export const wasGoneOnTo = (id: string): boolean => next === id

/** Cause of the toast about a decision, which closes when another case is opened. */
export const DECIDED = 'case decided'
