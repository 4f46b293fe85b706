/**
 * What a tab remembers until it is closed, through reloads, by the names under which it is stored. Each feature declares
 * its own, by merging.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Kept {}

/** Null when nothing is there, or when the browser refuses its store. */
export const kept = <K extends keyof Kept>(key: K): Kept[K] | null => {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Null forgets. A full or refused store is no error: the tab just does not remember. */
export const keep = <K extends keyof Kept>(key: K, value: Kept[K] | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
