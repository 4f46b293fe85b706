import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { CLOSE_SCALE, fitted, hold, type Look, WHOLE, zoomAt } from './zoom.ts'

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
const FAR = 0.2
const FLICK = 0.6
/** A smaller movement does not start a drag. */
const SLACK_PX = 8

const WHOLE_PULL = { y: 0, share: 0 }

interface Point {
  x: number
  y: number
}

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})
const spreadOf = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

export interface ZoomEvents {
  /** Escape, or the picture was dragged down and released. */
  onLeave: () => void
  /** A single tap, not the first of a double tap. */
  onTap: () => void
}

/** Pan, pinch, tap, double tap, dragging down to close, wheel and keys for one picture. */
export const useZoom = (
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  { onLeave, onTap }: ZoomEvents,
) => {
  const [look, setLook] = useState<Look>(WHOLE)
  const fingers = useRef(new Map<number, Point>())
  const [held, setHeld] = useState(false)
  const lastTap = useRef<{ at: number; point: Point } | null>(null)
  const tapping = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Where the single finger came down that may drag the picture away. */
  const grip = useRef<{ at: number; point: Point } | null>(null)
  const [pull, setPull] = useState(WHOLE_PULL)
  const pulled = useRef(0)
  const pullTo = (y: number) => {
    pulled.current = y
    setPull(y > 0 ? { y, share: Math.min(1, y / (stage.current?.clientHeight || 1)) } : WHOLE_PULL)
  }

  const change = (next: (before: Look) => Look) =>
    setLook(before => {
      const [screen, image] = [stage.current, picture.current]
      if (!screen || !image?.naturalWidth) return before
      const room = { width: screen.clientWidth, height: screen.clientHeight }
      return hold(next(before), fitted({ width: image.naturalWidth, height: image.naturalHeight }, room), room)
    })
  const zoom = (factor: number, point?: Point) => change(before => zoomAt(before, factor, point))

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    setHeld(true)
    const last = lastTap.current
    lastTap.current = fingers.current.size > 1 ? null : { at: event.timeStamp, point }
    grip.current = fingers.current.size > 1 || look.scale > 1 ? null : { at: event.timeStamp, point }
    if (!grip.current) pullTo(0)
    clearTimeout(tapping.current)
    if (!lastTap.current || !last || event.timeStamp - last.at > DOUBLE_MS || spreadOf([last.point, point]) > DOUBLE_PX)
      return
    lastTap.current = null
    change(before => (before.scale > 1 ? WHOLE : zoomAt(before, CLOSE_SCALE, point)))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    fingers.current.set(event.pointerId, pointOf(event))
    const after = [...fingers.current.values()]
    const [from, to] = [middleOf(before), middleOf(after)]
    // A finger that moves away is not a tap.
    if (lastTap.current && spreadOf([lastTap.current.point, pointOf(event)]) > DOUBLE_PX) lastTap.current = null
    if (grip.current && after.length === 1) {
      const [across, down] = [to.x - grip.current.point.x, to.y - grip.current.point.y]
      if (pulled.current > 0 || (down > SLACK_PX && down > Math.abs(across))) {
        lastTap.current = null
        pullTo(Math.max(0, down))
      }
    }
    const factor = before.length > 1 ? spreadOf(after) / (spreadOf(before) || 1) : 1
    change(current => zoomAt({ ...current, x: current.x + to.x - from.x, y: current.y + to.y - from.y }, factor, to))
  }
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    setHeld(fingers.current.size > 0)
    const [from, far] = [grip.current, pulled.current]
    grip.current = null
    pullTo(0)
    if (event.type !== 'pointerup') return
    const speed = from ? far / Math.max(1, event.timeStamp - from.at) : 0
    if (far > 0 && (far > FAR * (stage.current?.clientHeight ?? 0) || speed > FLICK)) onLeave()
    else if (lastTap.current && event.timeStamp - lastTap.current.at < DOUBLE_MS)
      tapping.current = setTimeout(onTap, DOUBLE_MS)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = (x: number, y: number) => change(before => ({ ...before, x: before.x + x, y: before.y + y }))
    const acts: Partial<Record<string, () => void>> = {
      '+': () => zoom(KEY_FACTOR),
      '=': () => zoom(KEY_FACTOR),
      '-': () => zoom(1 / KEY_FACTOR),
      0: () => setLook(WHOLE),
      Escape: onLeave,
      ArrowLeft: () => move(KEY_STEP_PX, 0),
      ArrowRight: () => move(-KEY_STEP_PX, 0),
      ArrowUp: () => move(0, KEY_STEP_PX),
      ArrowDown: () => move(0, -KEY_STEP_PX),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoom(WHEEL_FACTOR ** -event.deltaY, pointOf(event))
  })
  useEffect(() => {
    const screen = stage.current
    addEventListener('keydown', press)
    // React's wheel listeners are passive and cannot keep the page from zooming.
    screen?.addEventListener('wheel', turn, { passive: false })
    return () => {
      clearTimeout(tapping.current)
      removeEventListener('keydown', press)
      screen?.removeEventListener('wheel', turn)
    }
  }, [stage])

  return {
    look,
    pull,
    held,
    zoomIn: () => zoom(KEY_FACTOR),
    zoomOut: () => zoom(1 / KEY_FACTOR),
    gestures: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}
