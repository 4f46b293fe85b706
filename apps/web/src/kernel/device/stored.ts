/**
 * What the device remembers, by the names under which it is stored. Each feature declares its own beside its code, by
 * merging.
 */
export interface Stored {
  language: string
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

/** The same of a text: what else somebody has put there is nothing. */
export const storedText = (key: keyof Stored): string | null => {
  const value: unknown = stored(key)
  return typeof value === 'string' ? value : null
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
