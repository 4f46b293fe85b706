import { useLayoutEffect } from 'react'

const mountCounts = new Map<string, number>()

/** For CSS beyond one component: `:has()` would be evaluated again for every card that a list renders. */
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
