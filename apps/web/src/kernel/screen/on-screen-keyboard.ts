import { useSyncExternalStore } from 'react'

const MIN_KEYBOARD_SHARE = 0.25

let fullSize = { width: 0, height: 0 }

/** The visible size: some browsers shrink the window for the keyboard, others only the visual viewport. */
const visibleSize = (): { width: number; height: number } => ({
  width: innerWidth,
  height: Math.min(innerHeight, visualViewport ? visualViewport.height * visualViewport.scale : innerHeight),
})

const isKeyboardOpen = (): boolean => {
  const { width, height } = visibleSize()
  if (width !== fullSize.width || height > fullSize.height) fullSize = { width, height }
  return height < fullSize.height * (1 - MIN_KEYBOARD_SHARE)
}

const subscribe = (listener: () => void) => {
  visualViewport?.addEventListener('resize', listener)
  addEventListener('resize', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    removeEventListener('resize', listener)
  }
}

export const useOnScreenKeyboard = (): boolean => useSyncExternalStore(subscribe, isKeyboardOpen)
