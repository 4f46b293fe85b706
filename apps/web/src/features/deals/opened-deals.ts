import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** ids of the opened deals, by account */
    openeddeals: Record<string, string[]>
  }
}

/** More than are new at a time; beyond it the oldest ids are dropped. */
const MOST_REMEMBERED = 200

const all = () => {
  const known = stored('openeddeals')
  return known !== null && typeof known === 'object' ? known : {}
}

const openedBy = (reader: string): string[] => {
  const ids: unknown = all()[reader]
  return Array.isArray(ids) ? ids : []
}

/** Deals that this member has opened on this device, which are no longer new. */
export const openedDeals = (reader: string): ReadonlySet<string> => new Set(openedBy(reader))

export const rememberOpened = (reader: string, id: string): void => {
  const before = openedBy(reader)
  if (!before.includes(id)) store('openeddeals', { ...all(), [reader]: [...before, id].slice(-MOST_REMEMBERED) })
}
