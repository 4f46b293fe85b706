/** A day that was chosen in the strip or the month: the list, which stands elsewhere on the screen, goes there. */
const listeners = new Set<(day: string) => void>()

/** Returns the way to stop. */
export const onJump = (listener: (day: string) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const jumpTo = (day: string): void => {
  for (const listener of listeners) listener(day)
}
