import { type TouchEvent, useRef, useState } from 'react'

/** Duration of a long press, in milliseconds. */
const LONG_PRESS_MS = 450
/** A touch that moves further than this, in pixels, is a scroll and not a press. */
const MAX_MOVE_PX = 10

/** Calls `onPress` when a long press is released; `pressed` is true once the press has lasted LONG_PRESS_MS. */
export const useLongPress = (onPress: (target: HTMLElement) => void) => {
  const [pressed, setPressed] = useState(false)
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = null
    setPressed(false)
  }
  return {
    pressed,
    handlers: {
      onTouchStart: ({ touches }: TouchEvent) => {
        const touch = touches[0]
        if (!touch || touches.length > 1) return end()
        const timer = setTimeout(() => {
          setPressed(true)
          navigator.vibrate?.(10)
        }, LONG_PRESS_MS)
        press.current = { x: touch.clientX, y: touch.clientY, timer }
      },
      onTouchMove: ({ touches }: TouchEvent) => {
        const touch = touches[0]
        const from = press.current
        if (from && touch && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > MAX_MOVE_PX) end()
      },
      onTouchEnd: (event: TouchEvent<HTMLElement>) => {
        if (pressed) {
          // Without this, the click that follows would close the menu that opens now.
          event.preventDefault()
          onPress(event.currentTarget)
        }
        end()
      },
      onTouchCancel: end,
    },
  }
}
