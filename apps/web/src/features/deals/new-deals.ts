import { createNewItems } from '#web/kernel/new-items.ts'

/** Deals of others that arrived since the viewer was last at the top of a list. */
export const newDeals = createNewItems()
