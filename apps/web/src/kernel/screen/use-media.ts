import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, as `(min-width: 1024px)`. */
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
