import { useSyncExternalStore } from 'react'

/** A value that can be observed, such as the count of new items on a tab. */
export interface Observable<T> {
  subscribe: (onChange: () => void) => () => void
  get: () => T
}

export const createObservable = <T>(value: T): Observable<T> & { set: (value: T) => void } => {
  const listeners = new Set<() => void>()
  return {
    set: next => {
      if (next === value) return
      value = next
      for (const onChange of listeners) onChange()
    },
    subscribe: onChange => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    get: () => value,
  }
}

export const useObservable = <T>({ subscribe, get }: Observable<T>): T => useSyncExternalStore(subscribe, get)

/** Returns the function that subscribes to events, for a value that changes with them. */
export const subscribeTo =
  (target: EventTarget, ...names: string[]) =>
  (onChange: () => void): (() => void) => {
    const listening = new AbortController()
    for (const name of names) target.addEventListener(name, onChange, { signal: listening.signal })
    return () => listening.abort()
  }
