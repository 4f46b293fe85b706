import { useCallback, useSyncExternalStore } from 'react'

/** The width from which two columns fit, the same as in the style sheets. */
export const SPLIT = '(min-width: 1024px)'

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      listener => {
        const list = matchMedia(query)
        list.addEventListener('change', listener)
        return () => list.removeEventListener('change', listener)
      },
      [query],
    ),
    () => matchMedia(query).matches,
  )
