import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { DOUBLE_TAP_SCALE, fitSize, clampTransform, type Transform, FITTED, zoomAt } from './zoom.ts'

/** Two taps within this time and distance make a double tap. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 30
const KEY_STEP_PX = 60
const KEY_FACTOR = 1.4
/** Zoom factor per pixel that the wheel scrolls. */
const WHEEL_FACTOR = 1.002
/** A picture closes when dragged down beyond this share of the screen, or faster than this (pixels per ms). */
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

interface Touch {
  at: number
  point: Point
}

const isDoubleTap = (last: Touch | null, tap: Touch | null) =>
  last !== null &&
  tap !== null &&
  tap.at - last.at <= DOUBLE_TAP_MS &&
  distanceOf([last.point, tap.point]) <= DOUBLE_TAP_PX

/** Whether a picture that was dragged down by `distance` in `duration` milliseconds closes when it is released. */
const closesOnRelease = (distance: number, duration: number, screenHeight: number) =>
  distance > 0 && (distance > CLOSE_SHARE * screenHeight || distance / Math.max(1, duration) > CLOSE_SPEED)

/** Moves and scales the picture with the fingers on it. */
const followFingers = (current: Transform, before: Point[], after: Point[]): Transform => {
  const [from, to] = [centerOf(before), centerOf(after)]
  const factor = before.length > 1 ? distanceOf(after) / (distanceOf(before) || 1) : 1
  return zoomAt({ ...current, x: current.x + to.x - from.x, y: current.y + to.y - from.y }, factor, to)
}

/** Returns a position on the screen relative to the centre of the viewport. */
const pointIn = (
  viewport: RefObject<HTMLElement | null>,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point => {
  const box = viewport.current?.getBoundingClientRect()
  return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
}

/** Position and scale of the picture, which stays within the viewport. */
const useTransform = (viewport: RefObject<HTMLElement | null>, picture: RefObject<HTMLImageElement | null>) => {
  const [transform, setTransform] = useState<Transform>(FITTED)
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
  return {
    transform,
    update,
    zoom: (factor: number, point?: Point) => update(before => zoomAt(before, factor, point)),
    move: (x: number, y: number) => update(before => ({ ...before, x: before.x + x, y: before.y + y })),
    fit: () => setTransform(FITTED),
  }
}

type PictureTransform = ReturnType<typeof useTransform>

/** How far the picture is dragged down, in pixels and as a share of the screen. */
const usePull = (viewport: RefObject<HTMLElement | null>) => {
  const [pull, setPull] = useState(NO_PULL)
  const pullDistance = useRef(0)
  const pullTo = (y: number) => {
    pullDistance.current = y
    setPull(y > 0 ? { y, share: Math.min(1, y / (viewport.current?.clientHeight || 1)) } : NO_PULL)
  }
  return { pull, pullDistance, pullTo }
}

/** Calls `onTap` when no second tap follows in time. */
const useTapTimer = (onTap: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    cancel: () => clearTimeout(timer.current),
    start: () => {
      timer.current = setTimeout(onTap, DOUBLE_TAP_MS)
    },
  }
}

export interface ZoomEvents {
  /** Called on Escape, and when the picture was dragged down and released. */
  onLeave: () => void
  /** Called on a single tap, but not on the first tap of a double tap. */
  onTap: () => void
}

const usePointerGestures = (
  viewport: RefObject<HTMLElement | null>,
  { transform, update }: PictureTransform,
  { onLeave, onTap }: ZoomEvents,
) => {
  const fingers = useRef(new Map<number, Point>())
  const [isTouched, setTouched] = useState(false)
  const lastTap = useRef<Touch | null>(null)
  const tapTimer = useTapTimer(onTap)
  /** Touch of a single finger on the picture at its fitted size: only such a finger drags the picture down. */
  const dragStart = useRef<Touch | null>(null)
  const { pull, pullDistance, pullTo } = usePull(viewport)

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const touch: Touch = { at: event.timeStamp, point: pointIn(viewport, event) }
    fingers.current.set(event.pointerId, touch.point)
    setTouched(true)
    const last = lastTap.current
    lastTap.current = fingers.current.size > 1 ? null : touch
    dragStart.current = fingers.current.size > 1 || transform.scale > 1 ? null : touch
    if (!dragStart.current) pullTo(0)
    tapTimer.cancel()
    if (!isDoubleTap(last, lastTap.current)) return
    lastTap.current = null
    update(before => (before.scale > 1 ? FITTED : zoomAt(before, DOUBLE_TAP_SCALE, touch.point)))
  }
  /** Drags the picture down with a single finger. */
  const drag = (to: Point) => {
    if (!dragStart.current) return
    const [across, down] = [to.x - dragStart.current.point.x, to.y - dragStart.current.point.y]
    if (pullDistance.current <= 0 && (down <= DRAG_START_PX || down <= Math.abs(across))) return
    lastTap.current = null
    pullTo(Math.max(0, down))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    const point = pointIn(viewport, event)
    fingers.current.set(event.pointerId, point)
    const after = [...fingers.current.values()]
    // A finger that moves away is not a tap.
    if (lastTap.current && distanceOf([lastTap.current.point, point]) > DOUBLE_TAP_PX) lastTap.current = null
    if (after.length === 1) drag(point)
    update(current => followFingers(current, before, after))
  }
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    setTouched(fingers.current.size > 0)
    const [from, distance] = [dragStart.current, pullDistance.current]
    dragStart.current = null
    pullTo(0)
    if (event.type !== 'pointerup') return
    const duration = from ? event.timeStamp - from.at : Infinity
    if (closesOnRelease(distance, duration, viewport.current?.clientHeight ?? 0)) onLeave()
    else if (lastTap.current && event.timeStamp - lastTap.current.at < DOUBLE_TAP_MS) tapTimer.start()
  }
  return { pull, isTouched, gestures: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } }
}

const useKeysAndWheel = (
  viewport: RefObject<HTMLElement | null>,
  { zoom, move, fit }: PictureTransform,
  onLeave: () => void,
) => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Partial<Record<string, () => void>> = {
      '+': () => zoom(KEY_FACTOR),
      '=': () => zoom(KEY_FACTOR),
      '-': () => zoom(1 / KEY_FACTOR),
      0: fit,
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
    zoom(WHEEL_FACTOR ** -event.deltaY, pointIn(viewport, event))
  })
  useEffect(() => {
    const screen = viewport.current
    addEventListener('keydown', handleKey)
    // React's wheel listeners are passive and cannot prevent the browser from zooming the page.
    screen?.addEventListener('wheel', handleWheel, { passive: false })
    return () => {
      removeEventListener('keydown', handleKey)
      screen?.removeEventListener('wheel', handleWheel)
    }
  }, [viewport])
}

/** Pan, pinch, tap, double tap, dragging down to close, wheel and keys for one picture. */
export const useZoom = (
  viewport: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  events: ZoomEvents,
) => {
  const pictureTransform = useTransform(viewport, picture)
  const { pull, isTouched, gestures } = usePointerGestures(viewport, pictureTransform, events)
  useKeysAndWheel(viewport, pictureTransform, events.onLeave)
  const { transform, zoom } = pictureTransform
  return {
    transform,
    pull,
    isTouched,
    zoomIn: () => zoom(KEY_FACTOR),
    zoomOut: () => zoom(1 / KEY_FACTOR),
    gestures,
  }
}
