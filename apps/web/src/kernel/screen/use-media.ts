import { useCallback, useSyncExternalStore } from 'react'

/** The media query for windows that are wide enough for two columns, the same as in the style sheets. */
export const TWO_COLUMNS_QUERY = '(min-width: 1024px)'

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
