/** Values stored until the tab is closed, also across reloads. Features add their keys by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Kept {}

export const kept = <K extends keyof Kept>(key: K): Kept[K] | null => {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Null deletes the value. A full or refused storage is no error: the value is just not stored. */
export const keep = <K extends keyof Kept>(key: K, value: Kept[K] | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
