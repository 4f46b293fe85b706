import { useEffect, useEffectEvent, type RefObject } from 'react'

const THRESHOLD_PX = 6
const VELOCITY_WINDOW_MS = 100

interface TouchPoint {
  x: number
  y: number
  at: number
}

export interface VerticalDragHandlers {
  /** Returns whether a touch on this element may start a drag. */
  canStart: (touched: Element) => boolean
  /** Returns whether this movement, in pixels downwards, is a drag; otherwise the browser scrolls. */
  isDrag: (distance: number, touched: Element) => boolean
  onDrag: (distance: number) => void
  /** Called at the end of a drag, with its speed in pixels per millisecond; null if the browser cancelled the touch. */
  onEnd: (distance: number, speed: number | null) => void
}

/** Whether an element under the finger is scrolled, so that a downward movement must scroll it, not drag. */
export const isScrolled = (from: Element, within: Element): boolean => {
  for (let element: Element | null = from; element && within.contains(element); element = element.parentElement)
    if (element.scrollTop > 0) return true
  return false
}

/** Reports vertical touch drags of an element, such as a bottom sheet; horizontal movements scroll as usual. */
export const useVerticalDrag = (target: RefObject<HTMLElement | null>, handlers: VerticalDragHandlers): void => {
  const currentHandlers = useEffectEvent(() => handlers)
  useEffect(() => {
    const element = target.current
    if (!element) return
    let start: TouchPoint | null = null
    let isDragging = false
    let recentPoints: TouchPoint[] = []
    const touchPointOf = ({ touches: [touch], timeStamp }: TouchEvent): TouchPoint | null =>
      touch ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null
    const onTouchStart = (event: TouchEvent) => {
      start =
        event.touches.length === 1 && currentHandlers().canStart(event.target as Element) ? touchPointOf(event) : null
      recentPoints = []
    }
    const onTouchMove = (event: TouchEvent) => {
      const point = touchPointOf(event)
      if (!start || !point) return
      const distance = point.y - start.y
      if (!isDragging) {
        const travelled = Math.abs(distance)
        if (
          event.touches.length > 1 ||
          Math.abs(point.x - start.x) > Math.max(THRESHOLD_PX, travelled) ||
          (travelled >= THRESHOLD_PX && !currentHandlers().isDrag(distance, event.target as Element))
        )
          start = null
        // The event is not cancelable if the browser has already begun to scroll.
        if (travelled < THRESHOLD_PX || !start || !event.cancelable) return
        isDragging = true
        element.dataset.held = ''
      }
      if (event.cancelable) event.preventDefault()
      recentPoints = [...recentPoints.filter(({ at }) => point.at - at < VELOCITY_WINDOW_MS), point]
      currentHandlers().onDrag(distance)
    }
    const onTouchEnd = (event: TouchEvent) => {
      const [first, final] = [recentPoints[0], recentPoints.at(-1)]
      if (isDragging && start && first && final) {
        const isMoving = final.at > first.at && event.timeStamp - final.at < VELOCITY_WINDOW_MS
        const speed = isMoving ? (final.y - first.y) / (final.at - first.at) : 0
        currentHandlers().onEnd(final.y - start.y, event.type === 'touchcancel' ? null : speed)
        delete element.dataset.held
      }
      start = null
      isDragging = false
    }
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('touchstart', onTouchStart, { passive: true, signal })
    // A native listener, because React's touch listeners are passive and cannot prevent scrolling.
    element.addEventListener('touchmove', onTouchMove, { passive: false, signal })
    element.addEventListener('touchend', onTouchEnd, { signal })
    element.addEventListener('touchcancel', onTouchEnd, { signal })
    return () => controller.abort()
  }, [target])
}
