import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const GAP_PX = 8

/** By how many pixels toasts must rise so that they do not cover a control; 0 if they do not cover it or lack room. */
const requiredLift = (region: HTMLElement, control: Element): number => {
  const message = region.querySelector('[data-kind]')
  if (!message || region.contains(control) || !control.isConnected) return 0
  const room = region.getBoundingClientRect()
  const { paddingTop, paddingBottom } = getComputedStyle(region)
  const { left, right } = message.getBoundingClientRect()
  const controlBox = control.getBoundingClientRect()
  // Measured without the toast's own position, which changes during its animation.
  const bottom = room.bottom - parseFloat(paddingBottom)
  const top = room.top + parseFloat(paddingTop) + parseFloat(getComputedStyle(message).marginTop)
  const isUnder =
    controlBox.left < right && controlBox.right > left && controlBox.top < bottom && controlBox.bottom > top
  const lift = bottom - controlBox.top + GAP_PX
  return isUnder && lift <= room.top ? lift : 0
}

/** Keeps toasts above the control tapped last: sets `--toast-lift` on the region while it contains toasts. */
export const useToastLift = (region: RefObject<HTMLElement | null>, messages: readonly unknown[]): void => {
  const lastTapped = useRef<Element | null>(null)
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest('a, button, label') : null
      // A tap may also change something above it, such as a count in `[data-told]`, which must stay visible.
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
      const lift = messages.length > 0 && lastTapped.current ? requiredLift(element, lastTapped.current) : 0
      if (lift > 0) element.style.setProperty('--toast-lift', `${lift}px`)
    }
    updateLift()
    if (messages.length === 0) return
    // Once the control is scrolled away, the toast moves down again, so that it does not cover other content.
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
