import { createNewItems } from '#web/kernel/new-items.ts'

/** Deals of other members that arrived since the viewer last saw the top of a list. */
export const newDeals = createNewItems()
