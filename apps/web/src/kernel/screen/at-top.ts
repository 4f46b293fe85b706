import { useEffect, useState, useSyncExternalStore } from 'react'

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

/** False until scroll restoration has had time to run. */
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

/** Whether the page is scrolled to the top, so that new content there is seen; false while the page is hidden. */
export const useAtTop = (): boolean => {
  const settled = useSettled()
  return useSyncExternalStore(subscribe, isAtTop) && settled
}
