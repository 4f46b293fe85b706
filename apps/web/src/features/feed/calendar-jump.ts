/** A day that was chosen in the strip or the month: the list, which stands elsewhere on the screen, goes there. */
/** `focus`: whether the day is given the focus; who only turns the month goes on turning. */
type Listener = (day: string, focus: boolean) => void

const listeners = new Set<Listener>()

/** Returns the way to stop. */
export const onJump = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const jumpTo = (day: string, focus = true): void => {
  for (const listener of listeners) listener(day, focus)
}
