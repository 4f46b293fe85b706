/** Passes a day chosen in the day strip or month grid to the calendar list, another part of the screen. */
/** `focus`: whether the day takes the focus; false while the viewer changes the month. */
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
