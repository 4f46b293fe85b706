import { useSyncExternalStore } from 'react'

const subscribe = (tell: () => void) => {
  addEventListener('scroll', tell, { passive: true })
  return () => removeEventListener('scroll', tell)
}

/** Whether the page is scrolled by more than this many pixels. */
export const useScrolled = (after = 0): boolean => useSyncExternalStore(subscribe, () => scrollY > after)
