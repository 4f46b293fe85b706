import { useLayoutEffect } from 'react'

const mountCounts = new Map<string, number>()

/** Sets `data-<name>` on `<html>` while mounted, for style rules elsewhere: `:has()` would be slow in long lists. */
export const useRootAttribute = (name: 'held' | 'acts' | 'floating'): void => {
  useLayoutEffect(() => {
    const add = (change: number) => {
      const count = (mountCounts.get(name) ?? 0) + change
      mountCounts.set(name, count)
      document.documentElement.toggleAttribute(`data-${name}`, count > 0)
    }
    add(1)
    return () => add(-1)
  }, [name])
}
