import { createObservable } from '../observable.ts'
import { store, stored } from '../device/stored.ts'

declare module '../device/stored.ts' {
  interface Stored {
    /** The last rendered height of the list of unsent items, in CSS pixels. */
    unsentheight: number
  }
}

/** Counts the listed unsent items. Until the outbox opens it is 1 if a list height is stored, to reserve space. */
export const unsentCounter = createObservable<number>(stored('unsentheight') ? 1 : 0)

const DEFAULT_HEIGHT_PX = 168

export const setUnsentCount = (count: number): void => {
  unsentCounter.set(count)
  if (count === 0) store('unsentheight', null)
  else if (!stored('unsentheight')) store('unsentheight', DEFAULT_HEIGHT_PX)
}
