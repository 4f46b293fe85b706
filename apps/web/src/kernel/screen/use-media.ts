import { useCallback, useSyncExternalStore } from 'react'

/** From here on there is room for two things beside each other, as in the style sheets. */
export const SPLIT = '(min-width: 1024px)'

/** Whether a media query holds. */
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
