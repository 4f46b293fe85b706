import { createCounter } from '#web/kernel/counter.ts'

/** How much waits for the team, people and what else the desk shows, as far as this device has read. */
export const waitingCounter = createCounter()

const parts = { people: 0, deals: 0, reports: 0 }

export const setWaiting = (count: number, of: keyof typeof parts = 'people'): void => {
  parts[of] = count
  waitingCounter.set(parts.people + parts.deals + parts.reports)
}
