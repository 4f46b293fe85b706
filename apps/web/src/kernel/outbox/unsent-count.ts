import { createCounter } from '../counter.ts'

/** How much waits to be sent beside messages, which show it in their own conversations until they are refused. */
export const unsentCounter = createCounter()
