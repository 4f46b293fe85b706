import { useEffect, useEffectEvent, type RefObject } from 'react'

/** A movement below this does not start a drag. */
const SLACK_PX = 6
/** The time window that the speed is measured over. */
const MOMENT_MS = 100

interface Spot {
  x: number
  y: number
  at: number
}

export interface FingerDraw {
  /** Whether a touch on this element may start a drag. */
  begins: (on: Element) => boolean
  /** Whether to take over this movement, in pixels downwards; otherwise it scrolls. */
  takes: (distance: number, on: Element) => boolean
  /** The distance dragged, in pixels downwards. */
  onDraw: (distance: number) => void
  /** The drag ended, with a speed in pixels per millisecond; null if the browser cancelled the touch. */
  onEnd: (distance: number, speed: number | null) => void
}

/** Whether anything under the finger is scrolled, so that a downward drag must scroll it back first. */
export const isScrolled = (from: Element, within: Element): boolean => {
  for (let element: Element | null = from; element && within.contains(element); element = element.parentElement)
    if (element.scrollTop > 0) return true
  return false
}

/** Lets an element at the bottom of a phone follow a vertical drag; a horizontal movement scrolls as usual. */
export const useFingerDraw = (target: RefObject<HTMLElement | null>, draw: FingerDraw): void => {
  const now = useEffectEvent(() => draw)
  useEffect(() => {
    const element = target.current
    if (!element) return
    let start: Spot | null = null
    let drawing = false
    let last: Spot[] = []
    const spotOf = ({ touches: [touch], timeStamp }: TouchEvent): Spot | null =>
      touch ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null
    const begin = (event: TouchEvent) => {
      start = event.touches.length === 1 && now().begins(event.target as Element) ? spotOf(event) : null
      last = []
    }
    const move = (event: TouchEvent) => {
      const spot = spotOf(event)
      if (!start || !spot) return
      const distance = spot.y - start.y
      if (!drawing) {
        const far = Math.abs(distance)
        if (
          event.touches.length > 1 ||
          Math.abs(spot.x - start.x) > Math.max(SLACK_PX, far) ||
          (far >= SLACK_PX && !now().takes(distance, event.target as Element))
        )
          start = null
        // Not cancelable: the browser has already begun to scroll.
        if (far < SLACK_PX || !start || !event.cancelable) return
        drawing = true
        element.dataset.held = ''
      }
      if (event.cancelable) event.preventDefault()
      last = [...last.filter(({ at }) => spot.at - at < MOMENT_MS), spot]
      now().onDraw(distance)
    }
    const end = (event: TouchEvent) => {
      const [first, final] = [last[0], last.at(-1)]
      if (drawing && start && first && final) {
        const isMoving = final.at > first.at && event.timeStamp - final.at < MOMENT_MS
        const speed = isMoving ? (final.y - first.y) / (final.at - first.at) : 0
        now().onEnd(final.y - start.y, event.type === 'touchcancel' ? null : speed)
        delete element.dataset.held
      }
      start = null
      drawing = false
    }
    const left = new AbortController()
    const { signal } = left
    element.addEventListener('touchstart', begin, { passive: true, signal })
    // React's touch listeners are passive and cannot prevent scrolling.
    element.addEventListener('touchmove', move, { passive: false, signal })
    element.addEventListener('touchend', end, { signal })
    element.addEventListener('touchcancel', end, { signal })
    return () => left.abort()
  }, [target])
}
