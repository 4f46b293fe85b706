import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still on the screen; callbacks of a request may run after it is left. */
export const useIsMounted = (): RefObject<boolean> => {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
