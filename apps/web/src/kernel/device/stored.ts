import type { Strategy } from '@parvis/contract/session.ts'

/** What the device remembers, by the names under which it is stored. */
export interface Stored {
  neighborhoodUri: string
  installationid: string
  /** ids of the communities that were visited as a guest */
  guestof: string[]
  emailOrPseudo: string
  strategy: Strategy
  hideTooltips: boolean
  /** ids of deal categories */
  gooddealfilter: string[]
  /** ids of the deals that were opened, by whose account */
  openeddeals: Record<string, string[]>
  /** the feed's last filter */
  filter: string
  /** posts begun and not yet published, by whose they are */
  postdrafts: Record<string, unknown>
  language: string
  theme: string
}

/** Null when nothing is there, or when the browser refuses its store. */
export const stored = <K extends keyof Stored>(key: K): Stored[K] | null => {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Null forgets. A full or refused store is no error: the device just does not remember. */
export const store = <K extends keyof Stored>(key: K, value: Stored[K] | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

/** Calls back when another tab changes this key. Returns the way to stop. */
export const onStored = (key: keyof Stored, changed: () => void): (() => void) => {
  const heard = (event: StorageEvent) => {
    // a cleared store names no key
    if (event.key === key || event.key === null) changed()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
