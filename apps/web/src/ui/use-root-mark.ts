import { useLayoutEffect } from 'react'

const drawn = new Map<string, number>()

/**
 * Marks the page's root element with `data-{mark}` as long as what calls it is drawn, for rules that reach further than
 * one part. The selector that would search the page for that part, `:has()`, is asked anew with every card that a list
 * draws.
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
