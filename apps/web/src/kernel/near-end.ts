import { END_THRESHOLD } from '@parvis/contract/limits.ts'
import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Calls `onNear` when the end of a list comes within reach of the screen. `count` is how long the list is: each time it
 * grows its end is looked for anew.
 */
export const useNearEnd = (end: RefObject<HTMLElement | null>, count: number, onNear: () => void) => {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) near()
    }, { rootMargin: `0% 0% ${END_THRESHOLD * 100}% 0%` })
    observer.observe(element)
    return () => observer.disconnect()
  }, [end, count])
}
