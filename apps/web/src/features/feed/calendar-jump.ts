/** Passes a day chosen in the day strip or month grid to the calendar list, another part of the screen. */
/** `focus`: whether the day receives the focus; false when the viewer only changes the month. */
type Listener = (day: string, focus: boolean) => void

const listeners = new Set<Listener>()

/** Returns the unsubscribe function. */
export const onJumpToDay = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const jumpToDay = (day: string, focus = true): void => {
  for (const listener of listeners) listener(day, focus)
}
