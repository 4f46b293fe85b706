import { createCounter } from '#web/kernel/counter.ts'

/** Number of open tasks of the team (pending members, deals, reports), as last loaded on this device. */
export const waitingCounter = createCounter()

const parts = { people: 0, deals: 0, reports: 0 }

export const setWaiting = (count: number, of: keyof typeof parts = 'people'): void => {
  parts[of] = count
  waitingCounter.set(parts.people + parts.deals + parts.reports)
}
