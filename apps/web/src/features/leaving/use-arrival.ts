import { type RefObject, useEffect } from 'react'

/** Content above may still load and push the target away for this long, in milliseconds. */
const SETTLE_MS = 2_000
const OWN_SCROLLING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Scrolls to the element named by the URL's hash and focuses it once it is ready, until the person scrolls themselves.
 */
export const useArrival = (place: RefObject<HTMLElement | null>, isReady: boolean) =>
  useEffect(() => {
    const element = place.current
    if (!isReady || !element || location.hash !== `#${element.id}`) return
    const show = () => element.scrollIntoView({ block: 'start' })
    show()
    element.querySelector<HTMLElement>('h2, a')?.focus({ preventScroll: true })
    const around = new ResizeObserver(show)
    around.observe(element.parentElement!)
    const stop = () => {
      around.disconnect()
      clearTimeout(timer)
      for (const kind of OWN_SCROLLING) removeEventListener(kind, stop)
    }
    const timer = setTimeout(stop, SETTLE_MS)
    for (const kind of OWN_SCROLLING) addEventListener(kind, stop, { passive: true })
    return stop
  }, [place, isReady])
