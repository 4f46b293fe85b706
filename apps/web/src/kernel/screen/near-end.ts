import { useEffect, useEffectEvent, type RefObject } from 'react'

const END_THRESHOLD = 0.5

/** Observes again when `itemCount` or `isReady` changes, because an observer reports only changes of visibility. */
export const useNearEnd = (
  endRef: RefObject<HTMLElement | null>,
  isReady: boolean,
  itemCount: number,
  onNear: () => void,
) => {
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    const element = endRef.current
    if (!element || !isReady) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) handleNear()
      },
      { rootMargin: `0% 0% ${END_THRESHOLD * 100}% 0%` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [endRef, isReady, itemCount])
}
