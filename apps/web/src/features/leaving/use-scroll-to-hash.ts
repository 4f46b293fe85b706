import { type RefObject, useEffect } from 'react'

/** Time during which content above the target may still load and move the target, in milliseconds. */
const SETTLE_MS = 2_000
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Focuses the target of the URL hash; keeps it in view until the person scrolls or SETTLE_MS has passed. */
export const useScrollToHash = (target: RefObject<HTMLElement | null>, isReady: boolean) =>
  useEffect(() => {
    const element = target.current
    if (!isReady || !element || location.hash !== `#${element.id}`) return
    const scrollToTarget = () => element.scrollIntoView({ block: 'start' })
    scrollToTarget()
    element.querySelector<HTMLElement>('h2, a')?.focus({ preventScroll: true })
    const observer = new ResizeObserver(scrollToTarget)
    observer.observe(element.parentElement!)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const kind of USER_SCROLL_EVENTS) removeEventListener(kind, stop)
    }
    const timer = setTimeout(stop, SETTLE_MS)
    for (const kind of USER_SCROLL_EVENTS) addEventListener(kind, stop, { passive: true })
    return stop
  }, [target, isReady])
