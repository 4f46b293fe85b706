import { useSyncExternalStore } from 'react'

/** A keyboard covers more of the window than a browser's bars do. */
const KEYBOARD_SHARE = 0.25

/** The size of the window without a keyboard, for its current width: rotation resets it. */
let whole = { width: 0, height: 0 }

/** Some browsers shrink the window when the keyboard opens, others only the visual viewport. */
const seen = (): { width: number; height: number } => ({
  width: innerWidth,
  height: Math.min(innerHeight, visualViewport ? visualViewport.height * visualViewport.scale : innerHeight),
})

const isOpen = (): boolean => {
  const { width, height } = seen()
  if (width !== whole.width || height > whole.height) whole = { width, height }
  return height < whole.height * (1 - KEYBOARD_SHARE)
}

const subscribe = (changed: () => void) => {
  visualViewport?.addEventListener('resize', changed)
  addEventListener('resize', changed)
  return () => {
    visualViewport?.removeEventListener('resize', changed)
    removeEventListener('resize', changed)
  }
}

export const useOnScreenKeyboard = (): boolean => useSyncExternalStore(subscribe, isOpen)
