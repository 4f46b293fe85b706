/** Values stored until the tab is closed, also across reloads. Features add their keys by declaration merging. */
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

/** Null deletes the value. A full or refused storage is no error: the value is just not stored. */
export const storeInTab = <K extends keyof TabStored>(key: K, value: TabStored[K] | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
