import { useSyncExternalStore } from 'react'

/** A store of entities by id: a component that shows one rerenders only when that one changes. */
export interface Entities<T> {
  get: (id: string) => T | undefined
  entries: () => IterableIterator<[string, T]>
  /** Stores the result of `change`. The same object changes nothing, undefined deletes the entity. */
  change: (id: string, change: (before: T | undefined) => T | undefined) => void
  batch: (run: () => void) => void
  subscribe: (changed: () => void, id?: string) => () => void
  clear: () => void
}

/** The key of listeners to all entities: no id is empty. */
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

/** Selects from one entity; rerenders only when the selected value changes. */
export const useEntity = <T, R>(entities: Entities<T>, id: string, read: (entity: T | undefined) => R): R =>
  useSyncExternalStore(
    changed => entities.subscribe(changed, id),
    () => read(entities.get(id)),
  )
