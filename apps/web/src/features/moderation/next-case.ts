let nextId: string | null = null

/** Stores the id of the case opened by the link to the next case. The link had the focus and is removed. */
export const rememberNextCase = (id: string): void => {
  nextId = id
}

export const isNextCase = (id: string): boolean => nextId === id

/** Cause of toasts about a decision; toasts with this cause are closed when another case is opened. */
export const DECISION_TOAST = 'case decided'
