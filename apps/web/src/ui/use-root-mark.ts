import { useLayoutEffect } from 'react'

const drawn = new Map<string, number>()

/**
 * Sets `data-{name}` on the root element while the caller is mounted, for CSS rules beyond one component. A `:has()`
 * selector would be evaluated again for every card that a list renders.
 */
export const useRootMark = (mark: 'held' | 'acts' | 'floating'): void => {
  useLayoutEffect(() => {
    const add = (change: number) => {
      const count = (drawn.get(mark) ?? 0) + change
      drawn.set(mark, count)
      document.documentElement.toggleAttribute(`data-${mark}`, count > 0)
    }
    add(1)
    return () => add(-1)
  }, [mark])
}
