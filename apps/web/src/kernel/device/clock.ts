import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

const listeners = new Set<() => void>()
/** How far the server's clock is ahead of this device's, in milliseconds. */
let offsetMs = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** The server’s time in ms since 1970, from the device’s; use it to compare with dates from the server. */
export const serverTime = (deviceTime = Date.now()): number => deviceTime + offsetMs

/** Corrects `serverTime` by the time in a response. `askedAt` is when its request was sent, by this device's clock. */
export const syncServerTime = (serverNow: number, askedAt = Date.now()): void => {
  const measuredMs = serverNow - Date.now()
  // A response after a long wait, such as a sleep of the device, no longer contains the current time.
  if (Date.now() - askedAt > TICK_MS || !(Math.abs(measuredMs - offsetMs) > TICK_MS)) return
  offsetMs = measuredMs
  tick()
}

const tick = () => {
  now = serverTime()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  if (!listeners.size) {
    timer = setInterval(tick, TICK_MS)
    now = serverTime()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (!listeners.size) clearInterval(timer)
  }
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
