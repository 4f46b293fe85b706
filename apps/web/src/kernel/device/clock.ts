import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  if (!listeners.size) {
    timer = setInterval(tick, TICK_MS)
    now = Date.now()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (!listeners.size) clearInterval(timer)
  }
}

/** The time in milliseconds, drawn again every half minute: ages on the screen stay true. One timer for the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
