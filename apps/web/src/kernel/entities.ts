import { useSyncExternalStore } from 'react'

/** A store of entities by id: a component that shows one rerenders only when that one changes. */
export interface Entities<T> {
  get: (id: string) => T | undefined
  entries: () => IterableIterator<[string, T]>
  /** Stores the result of `change`. The same object changes nothing, undefined deletes the entity. */
  change: (id: string, change: (before: T | undefined) => T | undefined) => void
  batch: (run: () => void) => void
  subscribe: (listener: () => void, id?: string) => () => void
  clear: () => void
}

/** The key of listeners to all entities: no id is empty. */
const ALL = ''

export const createEntities = <T>(): Entities<T> => {
  const byId = new Map<string, T>()
  const listeners = new Map<string, Set<() => void>>()
  let depth = 0
  let hasChanges = false

  const notify = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener()
  }
  const batch = (run: () => void) => {
    depth++
    try {
      run()
    } finally {
      if (--depth === 0 && hasChanges) {
        hasChanges = false
        notify(ALL)
      }
    }
  }
  const put = (id: string, next: T | undefined) => {
    if (next === undefined) byId.delete(id)
    else byId.set(id, next)
    hasChanges = true
    notify(id)
  }

  return {
    get: id => byId.get(id),
    entries: () => byId.entries(),
    change: (id, change) =>
      batch(() => {
        const before = byId.get(id)
        const next = change(before)
        if (next !== before) put(id, next)
      }),
    batch,
    subscribe: (listener, id = ALL) => {
      const ownListeners = listeners.get(id) ?? new Set()
      listeners.set(id, ownListeners.add(listener))
      return () => {
        ownListeners.delete(listener)
        if (ownListeners.size === 0 && listeners.get(id) === ownListeners) listeners.delete(id)
      }
    },
    clear: () =>
      batch(() => {
        for (const id of byId.keys()) put(id, undefined)
      }),
  }
}

export const useEntity = <T, R>(entities: Entities<T>, id: string, read: (entity: T | undefined) => R): R =>
  useSyncExternalStore(
    listener => entities.subscribe(listener, id),
    () => read(entities.get(id)),
  )
