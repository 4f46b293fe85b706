import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Pixels of a millisecond: a flick. */
const FLICK = 0.5
/** How much of its height a sheet is drawn down when letting go closes it. */
const FAR = 1 / 3
/** A finger that moves less has not begun to draw. */
const SLACK_PX = 6
/** The speed that counts is that of the last moments. */
const MOMENT_MS = 100

interface Spot {
  x: number
  y: number
  at: number
}

/** Whether what lies under the finger has been scrolled, so that drawing down brings its beginning back first. */
const isScrolled = (from: EventTarget | null, sheet: Element): boolean => {
  for (
    let element = from instanceof Element ? from : null;
    element && sheet.contains(element);
    element = element.parentElement
  )
    if (element.scrollTop > 0) return true
  return false
}

/**
 * A sheet at the foot of a phone follows the finger that draws it down; drawn far enough or flicked it goes, else it springs back.
 * A finger that begins upwards or sideways, or where something is scrolled, scrolls as ever. How far it is drawn stands in its `--drawn`, 0 to 1.
 */
export const useSheetDrag = (sheet: RefObject<HTMLDialogElement | null>, onClose: () => void): void => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    let start: Spot | null = null
    let drawing = false
    let last: Spot[] = []
    const spotOf = ({ touches: [touch], timeStamp }: TouchEvent): Spot | null =>
      touch ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null
    const drawTo = (distance: number) => {
      element.style.translate = distance > 0 ? `0 ${distance}px` : ''
      element.style.setProperty('--drawn', String(Math.min(1, distance / element.offsetHeight)))
    }
    const settle = (to: 0 | 1) => {
      const calm = parseFloat(getComputedStyle(element).getPropertyValue('--calm')) || 0
      const from = element.style.translate || 'none'
      drawTo(to * element.offsetHeight)
      element
        .animate([{ translate: from }, { translate: to ? '0 100%' : 'none' }], { duration: calm, easing: 'ease-out' })
        .finished.then(
          () => {
            if (to && element.isConnected) close()
          },
          () => {},
        )
      delete element.dataset.held
    }
    const begin = (event: TouchEvent) => {
      // on wide screens it is no sheet
      const isSheet = matchMedia('(max-width: 699px)').matches
      start =
        isSheet &&
        event.touches.length === 1 &&
        !isScrolled(event.target, element) &&
        !(event.target as Element).closest('input[type="range"]')
          ? spotOf(event)
          : null
      last = []
    }
    const draw = (event: TouchEvent) => {
      const spot = spotOf(event)
      if (!start || !spot) return
      const distance = spot.y - start.y
      if (!drawing) {
        if (
          event.touches.length > 1 ||
          distance < -SLACK_PX ||
          Math.abs(spot.x - start.x) > Math.max(SLACK_PX, distance)
        )
          start = null
        // the browser has begun to scroll: too late to take it over
        if (distance < SLACK_PX || !start || !event.cancelable) return
        drawing = true
        element.dataset.held = ''
      }
      if (event.cancelable) event.preventDefault()
      last = [...last.filter(({ at }) => spot.at - at < MOMENT_MS), spot]
      drawTo(Math.max(0, distance))
    }
    const end = (event: TouchEvent) => {
      const [first, final] = [last[0], last.at(-1)]
      if (drawing && start && first && final) {
        const speed =
          final.at > first.at && event.timeStamp - final.at < MOMENT_MS
            ? (final.y - first.y) / (final.at - first.at)
            : 0
        const far = final.y - start.y > element.offsetHeight * FAR
        settle(event.type !== 'touchcancel' && (far ? speed > -FLICK : speed > FLICK) ? 1 : 0)
      }
      start = null
      drawing = false
    }
    element.addEventListener('touchstart', begin, { passive: true })
    // a finger that React listens to cannot be kept from scrolling
    element.addEventListener('touchmove', draw, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', draw)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [sheet])
}
