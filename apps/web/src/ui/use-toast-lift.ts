import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const GAP_PX = 8

/** How far toasts must rise so that they do not cover a control, in pixels; 0 if they do not. */
const liftAbove = (region: HTMLElement, control: Element): number => {
  const message = region.querySelector('[data-kind]')
  if (!message || region.contains(control) || !control.isConnected) return 0
  const room = region.getBoundingClientRect()
  const { paddingTop, paddingBottom } = getComputedStyle(region)
  const { left, right } = message.getBoundingClientRect()
  const controlBox = control.getBoundingClientRect()
  // The toast's own box is still moving during its animation.
  const bottom = room.bottom - parseFloat(paddingBottom)
  const top = room.top + parseFloat(paddingTop) + parseFloat(getComputedStyle(message).marginTop)
  const isUnder =
    controlBox.left < right && controlBox.right > left && controlBox.top < bottom && controlBox.bottom > top
  const lift = bottom - controlBox.top + GAP_PX
  return isUnder && lift <= room.top ? lift : 0
}

/** Keeps toasts above the control tapped last: sets `--toast-lift` on the region while there are toasts. */
export const useToastLift = (region: RefObject<HTMLElement | null>, messages: readonly unknown[]): void => {
  const lastTapped = useRef<Element | null>(null)
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest('a, button, label') : null
      // A tap may change something above the control, such as a count.
      lastTapped.current = control?.closest('[data-told]') ?? control
    }
    document.addEventListener('pointerdown', onPointerDown, { capture: true, passive: true })
    return () => document.removeEventListener('pointerdown', onPointerDown, { capture: true })
  }, [])
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const updateLift = () => {
      element.style.removeProperty('--toast-lift')
      const lift = messages.length > 0 && lastTapped.current ? liftAbove(element, lastTapped.current) : 0
      if (lift > 0) element.style.setProperty('--toast-lift', `${lift}px`)
    }
    updateLift()
    if (messages.length === 0) return
    // Once the control is scrolled away, a lifted toast would cover something else.
    document.addEventListener('scrollend', updateLift)
    const observer = new ResizeObserver(updateLift)
    const container = lastTapped.current?.closest('article, form, section')
    if (container) observer.observe(container)
    return () => {
      document.removeEventListener('scrollend', updateLift)
      observer.disconnect()
    }
  }, [region, messages])
}
