import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const GAP_PX = 8

/** How far messages are lifted so that they do not lie over a control, in pixels; 0 where they do not. */
const liftOver = (region: HTMLElement, control: Element): number => {
  const message = region.querySelector('[data-kind]')
  if (!message || region.contains(control) || !control.isConnected) return 0
  const room = region.getBoundingClientRect()
  const { paddingTop, paddingBottom } = getComputedStyle(region)
  const { left, right } = message.getBoundingClientRect()
  const spot = control.getBoundingClientRect()
  // the box of the message itself is on its way while it rises
  const foot = room.bottom - parseFloat(paddingBottom)
  const top = room.top + parseFloat(paddingTop) + parseFloat(getComputedStyle(message).marginTop)
  const isUnder = spot.left < right && spot.right > left && spot.top < foot && spot.bottom > top
  const lift = foot - spot.top + GAP_PX
  // over a card or a photo as tall as the window there is no room
  return isUnder && lift <= room.top ? lift : 0
}

/**
 * Messages stand above what was tapped last, which most of them speak of: `--toast-lift` of the region, while there are
 * any.
 */
export const useToastLift = (region: RefObject<HTMLElement | null>, messages: readonly unknown[]): void => {
  const tapped = useRef<Element | null>(null)
  useEffect(() => {
    const remember = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest('a, button, label') : null
      // what the tap changes may stand above what was tapped, as a count does
      tapped.current = control?.closest('[data-told]') ?? control
    }
    document.addEventListener('pointerdown', remember, { capture: true, passive: true })
    return () => document.removeEventListener('pointerdown', remember, { capture: true })
  }, [])
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const place = () => {
      element.style.removeProperty('--toast-lift')
      const lift = messages.length > 0 && tapped.current ? liftOver(element, tapped.current) : 0
      if (lift > 0) element.style.setProperty('--toast-lift', `${lift}px`)
    }
    place()
    if (messages.length === 0) return
    // scrolled away from, it would lie over something else up there
    document.addEventListener('scrollend', place)
    // what was tapped moves when its card takes back what it had shown
    const watch = new ResizeObserver(place)
    const around = tapped.current?.closest('article, form, section')
    if (around) watch.observe(around)
    return () => {
      document.removeEventListener('scrollend', place)
      watch.disconnect()
    }
  }, [region, messages])
}
