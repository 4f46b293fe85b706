import { type RefObject, useEffect } from 'react'

/** What stands above is loaded after it, and may push it away as long as this. */
const SETTLE_MS = 2_000
const OWN_SCROLLING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Whoever was led by the address (`#` and the id of the place) to a part of a screen sees it and stands at it once it is
 * ready, until they go elsewhere themselves.
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
