import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Ids of opened deals, by account. */
    openeddeals: Record<string, string[]>
  }
}

/** Number of stored ids, more than deals are new at the same time; the oldest ids are dropped. */
const MAX_OPENED = 200

const openedIdsOf = (userId: string): string[] => {
  const ids: unknown = stored('openeddeals')?.[userId]
  return Array.isArray(ids) ? ids : []
}

/** Returns the ids of the deals that this member has opened on this device, which are no longer marked as new. */
export const openedDealIds = (userId: string): ReadonlySet<string> => new Set(openedIdsOf(userId))

export const markDealOpened = (userId: string, id: string): void => {
  const before = openedIdsOf(userId)
  if (!before.includes(id))
    store('openeddeals', { ...stored('openeddeals'), [userId]: [...before, id].slice(-MAX_OPENED) })
}
