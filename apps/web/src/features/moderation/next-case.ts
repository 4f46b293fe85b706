let nextId: string | null = null

/** Remembers the case that was opened from a decided one, so that its screen restores the focus. */
export const rememberNextCase = (id: string): void => {
  nextId = id
}

export const isNextCase = (id: string): boolean => nextId === id

/** Cause of the toast about a decision, which closes when another case is opened. */
export const DECISION_TOAST = 'case decided'
