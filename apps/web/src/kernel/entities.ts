import { useSyncExternalStore } from 'react'

/** A store of entities by id, where a component that shows one entity renders again only when that entity changes. */
export interface Entities<T> {
  get: (id: string) => T | undefined
  entries: () => IterableIterator<[string, T]>
  /** Stores the result of `change`. Undefined deletes the entity; an unchanged object notifies no listener. */
  change: (id: string, change: (before: T | undefined) => T | undefined) => void
  batch: (applyChanges: () => void) => void
  subscribe: (listener: () => void, id?: string) => () => void
  clear: () => void
}

/** The key of listeners to all entities; no entity has an empty id. */
const ALL = ''

export const createEntities = <T>(): Entities<T> => {
  const byId = new Map<string, T>()
  const listeners = new Map<string, Set<() => void>>()
  let depth = 0
  let hasChanges = false

  const notify = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener()
  }
  const batch = (applyChanges: () => void) => {
    depth++
    try {
      applyChanges()
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

export const useEntity = <T, R>(entities: Entities<T>, id: string, select: (entity: T | undefined) => R): R =>
  useSyncExternalStore(
    listener => entities.subscribe(listener, id),
    () => select(entities.get(id)),
  )
