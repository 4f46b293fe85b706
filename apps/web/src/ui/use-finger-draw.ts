import { useEffect, useEffectEvent, type RefObject } from 'react'

/** A finger that moves less has not begun to draw. */
const SLACK_PX = 6
/** The speed that counts is that of the last moments. */
const MOMENT_MS = 100

interface Spot {
  x: number
  y: number
  at: number
}

export interface FingerDraw {
  /** Whether a finger that comes down on this may draw at all. */
  begins: (on: Element) => boolean
  /** Whether it may draw this way, in pixels down: else it scrolls as ever. */
  takes: (distance: number, on: Element) => boolean
  /** How far it has drawn, in pixels down. */
  onDraw: (distance: number) => void
  /** It has let go, at so many pixels of a millisecond; null where the device has taken the finger away. */
  onEnd: (distance: number, speed: number | null) => void
}

/** Whether what lies under the finger has been scrolled, so that drawing down brings its beginning back first. */
export const isScrolled = (from: Element, within: Element): boolean => {
  for (let element: Element | null = from; element && within.contains(element); element = element.parentElement)
    if (element.scrollTop > 0) return true
  return false
}

/**
 * What lies at the foot of a phone follows the finger that draws it up or down. One that begins sideways scrolls as
 * ever.
 */
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
        // the browser has begun to scroll: too late to take it over
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
    // a finger that React listens to cannot be kept from scrolling
    element.addEventListener('touchmove', move, { passive: false, signal })
    element.addEventListener('touchend', end, { signal })
    element.addEventListener('touchcancel', end, { signal })
    return () => left.abort()
  }, [target])
}
