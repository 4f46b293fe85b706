import { createObservable } from '#web/kernel/observable.ts'

/** Number of open tasks of the team (pending members, deals, reports), as last loaded on this device. */
export const openTaskCounter = createObservable(0)

const counts = { people: 0, deals: 0, reports: 0 }

export const setOpenTaskCount = (count: number, kind: keyof typeof counts = 'people'): void => {
  counts[kind] = count
  openTaskCounter.set(counts.people + counts.deals + counts.reports)
}

export const clearOpenTaskCounts = (): void => {
  for (const kind of ['people', 'deals', 'reports'] as const) setOpenTaskCount(0, kind)
}
