import { createCounter } from '#web/kernel/counter.ts'

/** How many people wait for the team, as far as this device has read. */
export const waitingCounter = createCounter()

export const setWaiting = waitingCounter.set
