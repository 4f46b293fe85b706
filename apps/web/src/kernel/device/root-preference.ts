import { useSyncExternalStore } from 'react'
import { onStoredChange, store, storedText } from './stored.ts'

declare module './stored.ts' {
  interface Stored {
    theme: string
    textsize: string
  }
}

/** A preference shown as a data attribute of `<html>`, which `first-paint.js` sets before the first paint. */
export const createRootPreference = <const V extends string>(
  key: 'theme' | 'textsize',
  values: readonly ['system', ...V[]],
  onApplied?: (value: 'system' | V) => void,
) => {
  const listeners = new Set<() => void>()
  const current = (): 'system' | V => {
    const saved = storedText(key)
    return values.find(value => value === saved) ?? 'system'
  }
  const apply = () => {
    const value = current()
    if (value === 'system') delete document.documentElement.dataset[key]
    else document.documentElement.dataset[key] = value
    onApplied?.(value)
    for (const listener of listeners) listener()
  }
  const choose = (value: 'system' | V) => {
    store(key, value === 'system' ? null : value)
    apply()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    apply,
    follow: (): (() => void) => {
      apply()
      return onStoredChange(key, apply)
    },
    choose,
    useCurrent: () => useSyncExternalStore(subscribe, current),
  }
}
