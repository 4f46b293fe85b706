import { useEffect, useEffectEvent, type RefObject } from 'react'

const END_THRESHOLD = 0.5

/** Observes again when `count` or `ready` changes: an observer does not report an end already near. */
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
