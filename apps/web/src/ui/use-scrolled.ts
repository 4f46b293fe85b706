import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Whether the page is scrolled by more than this many pixels. */
export const useScrolled = (thresholdPx = 0): boolean => useSyncExternalStore(subscribe, () => scrollY > thresholdPx)
