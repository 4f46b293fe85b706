/** Passes a day chosen in the day strip or month grid to the calendar list, another part of the screen. */
import { createObservable } from '#web/kernel/observable.ts'

export interface DayJump {
  day: string
  /** Whether the day receives the focus; false when the viewer only changes the month. */
  focus: boolean
}

const jump = createObservable<DayJump | null>(null)

/** Returns the unsubscribe function. */
export const onJumpToDay = (listener: (to: DayJump) => void): (() => void) =>
  jump.subscribe(() => listener(jump.get()!))

export const jumpToDay = (day: string, focus = true): void => jump.set({ day, focus })
