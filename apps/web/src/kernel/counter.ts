import { useSyncExternalStore } from 'react'

/** A number that changes by itself, such as how many items are new on a tab. */
export interface Counter {
  subscribe: (changed: () => void) => () => void
  count: () => number
}

export const createCounter = (held = 0): Counter & { set: (count: number) => void } => {
  const listeners = new Set<() => void>()
  return {
    set: count => {
      if (count === held) return
      held = count
      for (const changed of listeners) changed()
    },
    subscribe: changed => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    count: () => held,
  }
}

export const useCount = ({ subscribe, count }: Counter): number => useSyncExternalStore(subscribe, count)
