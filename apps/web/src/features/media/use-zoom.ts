import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { DOUBLE_TAP_SCALE, fitSize, clampTransform, type Transform, FITTED, zoomAt } from './zoom.ts'

/** Two taps within this time and distance make a double tap. */
const DOUBLE_MS = 300
const DOUBLE_PX = 30
const KEY_STEP_PX = 60
const KEY_FACTOR = 1.4
/** Zoom factor per pixel of the wheel. */
const WHEEL_FACTOR = 1.002
/**
 * A picture that is dragged down closes when it is released beyond this share of the screen, or faster than this
 * (pixels per millisecond).
 */
const CLOSE_SHARE = 0.2
const CLOSE_SPEED = 0.6
/** A movement of fewer pixels does not start a drag. */
const DRAG_START_PX = 8

const NO_PULL = { y: 0, share: 0 }

interface Point {
  x: number
  y: number
}

const centerOf = (points: Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})
const distanceOf = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

export interface ZoomEvents {
  /** Called on Escape, and when the picture was dragged down and released. */
  onLeave: () => void
  /** Called on a single tap, but not on the first tap of a double tap. */
  onTap: () => void
}

/** Pan, pinch, tap, double tap, dragging down to close, wheel and keys for one picture. */
export const useZoom = (
  viewport: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  { onLeave, onTap }: ZoomEvents,
) => {
  const [transform, setTransform] = useState<Transform>(FITTED)
  const fingers = useRef(new Map<number, Point>())
  const [isTouched, setTouched] = useState(false)
  const lastTap = useRef<{ at: number; point: Point } | null>(null)
  const tapTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Time and position at which a single finger touched the picture that it may drag away. */
  const dragStart = useRef<{ at: number; point: Point } | null>(null)
  const [pull, setPull] = useState(NO_PULL)
  const pullDistance = useRef(0)
  const pullTo = (y: number) => {
    pullDistance.current = y
    setPull(y > 0 ? { y, share: Math.min(1, y / (viewport.current?.clientHeight || 1)) } : NO_PULL)
  }

  const update = (next: (before: Transform) => Transform) =>
    setTransform(before => {
      const [screen, image] = [viewport.current, picture.current]
      if (!screen || !image?.naturalWidth) return before
      const room = { width: screen.clientWidth, height: screen.clientHeight }
      return clampTransform(
        next(before),
        fitSize({ width: image.naturalWidth, height: image.naturalHeight }, room),
        room,
      )
    })
  const zoom = (factor: number, point?: Point) => update(before => zoomAt(before, factor, point))

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = viewport.current?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    setTouched(true)
    const last = lastTap.current
    lastTap.current = fingers.current.size > 1 ? null : { at: event.timeStamp, point }
    dragStart.current = fingers.current.size > 1 || transform.scale > 1 ? null : { at: event.timeStamp, point }
    if (!dragStart.current) pullTo(0)
    clearTimeout(tapTimer.current)
    if (
      !lastTap.current ||
      !last ||
      event.timeStamp - last.at > DOUBLE_MS ||
      distanceOf([last.point, point]) > DOUBLE_PX
    )
      return
    lastTap.current = null
    update(before => (before.scale > 1 ? FITTED : zoomAt(before, DOUBLE_TAP_SCALE, point)))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    fingers.current.set(event.pointerId, pointOf(event))
    const after = [...fingers.current.values()]
    const [from, to] = [centerOf(before), centerOf(after)]
    // A finger that moves away is not a tap.
    if (lastTap.current && distanceOf([lastTap.current.point, pointOf(event)]) > DOUBLE_PX) lastTap.current = null
    if (dragStart.current && after.length === 1) {
      const [across, down] = [to.x - dragStart.current.point.x, to.y - dragStart.current.point.y]
      if (pullDistance.current > 0 || (down > DRAG_START_PX && down > Math.abs(across))) {
        lastTap.current = null
        pullTo(Math.max(0, down))
      }
    }
    const factor = before.length > 1 ? distanceOf(after) / (distanceOf(before) || 1) : 1
    update(current => zoomAt({ ...current, x: current.x + to.x - from.x, y: current.y + to.y - from.y }, factor, to))
  }
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    setTouched(fingers.current.size > 0)
    const [from, distance] = [dragStart.current, pullDistance.current]
    dragStart.current = null
    pullTo(0)
    if (event.type !== 'pointerup') return
    const speed = from ? distance / Math.max(1, event.timeStamp - from.at) : 0
    if (distance > 0 && (distance > CLOSE_SHARE * (viewport.current?.clientHeight ?? 0) || speed > CLOSE_SPEED))
      onLeave()
    else if (lastTap.current && event.timeStamp - lastTap.current.at < DOUBLE_MS)
      tapTimer.current = setTimeout(onTap, DOUBLE_MS)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = (x: number, y: number) => update(before => ({ ...before, x: before.x + x, y: before.y + y }))
    const actions: Partial<Record<string, () => void>> = {
      '+': () => zoom(KEY_FACTOR),
      '=': () => zoom(KEY_FACTOR),
      '-': () => zoom(1 / KEY_FACTOR),
      0: () => setTransform(FITTED),
      Escape: onLeave,
      ArrowLeft: () => move(KEY_STEP_PX, 0),
      ArrowRight: () => move(-KEY_STEP_PX, 0),
      ArrowUp: () => move(0, KEY_STEP_PX),
      ArrowDown: () => move(0, -KEY_STEP_PX),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  const handleWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoom(WHEEL_FACTOR ** -event.deltaY, pointOf(event))
  })
  useEffect(() => {
    const screen = viewport.current
    addEventListener('keydown', handleKey)
    // React's wheel listeners are passive and cannot keep the page from zooming.
    screen?.addEventListener('wheel', handleWheel, { passive: false })
    return () => {
      clearTimeout(tapTimer.current)
      removeEventListener('keydown', handleKey)
      screen?.removeEventListener('wheel', handleWheel)
    }
  }, [viewport])

  return {
    transform,
    pull,
    isTouched,
    zoomIn: () => zoom(KEY_FACTOR),
    zoomOut: () => zoom(1 / KEY_FACTOR),
    gestures: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}
