import { useSyncExternalStore } from 'react'

/** A keyboard takes more of the window than the bars of a browser do. */
const KEYBOARD_SHARE = 0.25

/** The window without its keyboard, by its width: turned, it is another window. */
let whole = { width: 0, height: 0 }

/**
 * Where a browser makes the window itself smaller, its height counts; where the keyboard lies over it, that of what is
 * seen.
 */
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

/** Whether the keyboard on the screen is open, by what it leaves to be seen. */
export const useOnScreenKeyboard = (): boolean => useSyncExternalStore(subscribe, isOpen)
