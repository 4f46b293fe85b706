import { useEffect, useState, useSyncExternalStore } from 'react'

const TOP_TOLERANCE_PX = 24

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener('scroll', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

const isAtTop = () => scrollY <= TOP_TOLERANCE_PX && !document.hidden

/** Returns false until the router has had time to restore the scroll position. */
const useIsScrollRestored = () => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return settled
}

/** Whether the user sees the top of the page, where new content appears; false while the page is hidden. */
export const useAtTop = (): boolean => {
  const settled = useIsScrollRestored()
  return useSyncExternalStore(subscribe, isAtTop) && settled
}
