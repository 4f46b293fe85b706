import { useSyncExternalStore } from 'react'

/** Things kept once, by their id: whoever shows one draws alone when it changes. */
export interface Entities<T> {
  get: (id: string) => T | undefined
  /** Every one, in the order in which they came. */
  entries: () => IterableIterator<[string, T]>
  /** Puts what `change` makes of it; the same object changes nothing, undefined forgets it. */
  change: (id: string, change: (before: T | undefined) => T | undefined) => void
  /** What `run` changes is told to who watches all of them at its end, once. */
  batch: (run: () => void) => void
  /** Of one, or of all without an id. Returns the way to stop. */
  subscribe: (changed: () => void, id?: string) => () => void
  clear: () => void
}

/** No id is empty. */
const ALL = ''

export const createEntities = <T>(): Entities<T> => {
  const kept = new Map<string, T>()
  const listeners = new Map<string, Set<() => void>>()
  let depth = 0
  let isChanged = false

  const tell = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener()
  }
  const batch = (run: () => void) => {
    depth++
    try {
      run()
    } finally {
      if (--depth === 0 && isChanged) {
        isChanged = false
        tell(ALL)
      }
    }
  }
  const put = (id: string, next: T | undefined) => {
    if (next === undefined) kept.delete(id)
    else kept.set(id, next)
    isChanged = true
    tell(id)
  }

  return {
    get: id => kept.get(id),
    entries: () => kept.entries(),
    change: (id, change) =>
      batch(() => {
        const before = kept.get(id)
        const next = change(before)
        if (next !== before) put(id, next)
      }),
    batch,
    subscribe: (changed, id = ALL) => {
      const here = listeners.get(id) ?? new Set()
      listeners.set(id, here.add(changed))
      return () => {
        here.delete(changed)
        if (here.size === 0 && listeners.get(id) === here) listeners.delete(id)
      }
    },
    clear: () =>
      batch(() => {
        for (const id of kept.keys()) put(id, undefined)
      }),
  }
}

/** What `read` makes of one of them; drawn again when that is something else. */
export const useEntity = <T, R>(entities: Entities<T>, id: string, read: (entity: T | undefined) => R): R =>
  useSyncExternalStore(
    changed => entities.subscribe(changed, id),
    () => read(entities.get(id)),
  )
