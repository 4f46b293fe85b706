export interface Stored {
  language: string
}

export const stored = <K extends keyof Stored>(key: K): Stored[K] | null => {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export const storedText = (key: keyof Stored): string | null => {
  const value: unknown = stored(key)
  return typeof value === 'string' ? value : null
}

/** Stores a value; null deletes it. Does not throw if the storage is full or disabled. */
export const store = <K extends keyof Stored>(key: K, value: Stored[K] | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

export const onStoredChange = (key: keyof Stored, listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    // `event.key` is null when the whole storage was cleared.
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
