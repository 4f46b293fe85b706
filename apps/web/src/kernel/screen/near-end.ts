import { useEffect, useEffectEvent, type RefObject } from 'react'

/** How much of the list may be left below the fold before the next page is asked for, in list heights. */
const END_THRESHOLD = 0.5

/**
 * Calls `onNear` when the end of a list comes within reach of the screen while the list is `ready` for more. Its end is
 * looked for anew each time it grows, to `count`, or becomes ready: what is in reach already does not come into it.
 */
export const useNearEnd = (end: RefObject<HTMLElement | null>, ready: boolean, count: number, onNear: () => void) => {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    const element = end.current
    if (!element || !ready) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) near()
      },
      { rootMargin: `0% 0% ${END_THRESHOLD * 100}% 0%` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [end, ready, count])
}
