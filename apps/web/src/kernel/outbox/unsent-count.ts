import { createCounter } from '../counter.ts'
import { store, stored } from '../device/stored.ts'

declare module '../device/stored.ts' {
  interface Stored {
    /** Something waited to be sent when the app was last open: how high that was drawn, in CSS pixels. */
    unsentheight: number
  }
}

/**
 * How much waits to be sent beside messages, which show it in their own conversations until they are refused. Until the
 * outbox is open it is what the device remembers: its place is kept, so that it pushes down nothing that is being read.
 */
export const unsentCounter = createCounter(stored('unsentheight') ? 1 : 0)

/** As long as it was not drawn: a title and one line. */
const ABOUT_PX = 168

export const setUnsent = (count: number): void => {
  unsentCounter.set(count)
  if (count === 0) store('unsentheight', null)
  else if (!stored('unsentheight')) store('unsentheight', ABOUT_PX)
}
