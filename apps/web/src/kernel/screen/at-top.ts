import { useEffect, useState, useSyncExternalStore } from 'react'

/** How far from its beginning the page may be and still count as at the top, in pixels. */
const TOP_PX = 24

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener('scroll', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

const isAtTop = () => scrollY <= TOP_PX && !document.hidden

/** False until the screen had time to scroll to where it was left. */
const useSettled = () => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return settled
}

/** Whether the reader looks at the beginning of the page, so that what is new there is seen; false on a hidden page. */
export const useAtTop = (): boolean => {
  const settled = useSettled()
  return useSyncExternalStore(subscribe, isAtTop) && settled
}
