/** Carries a day chosen in the strip or the month grid to the list, which is elsewhere on the screen. */
/** `focus`: whether the day takes the focus. It does not while a person turns the months. */
type Listener = (day: string, focus: boolean) => void

const listeners = new Set<Listener>()

/** Returns the unsubscribe function. */
export const onJump = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const jumpTo = (day: string, focus = true): void => {
  for (const listener of listeners) listener(day, focus)
}
