import { useSyncExternalStore } from 'react'

/** An observable number, such as the count of new items on a tab. */
export interface Counter {
  subscribe: (onChange: () => void) => () => void
  count: () => number
}

export const createCounter = (value = 0): Counter & { set: (count: number) => void } => {
  const listeners = new Set<() => void>()
  return {
    set: count => {
      if (count === value) return
      value = count
      for (const onChange of listeners) onChange()
    },
    subscribe: onChange => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    count: () => value,
  }
}

export const useCount = ({ subscribe, count }: Counter): number => useSyncExternalStore(subscribe, count)
