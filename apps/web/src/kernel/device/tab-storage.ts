/** Values that survive reloads until the tab is closed. Features add their own keys by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface TabStored {}

export const tabStored = <K extends keyof TabStored>(key: K): TabStored[K] | null => {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Stores a value for this tab; null deletes it. Does not throw if the storage is full or disabled. */
export const storeInTab = <K extends keyof TabStored>(key: K, value: TabStored[K] | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
