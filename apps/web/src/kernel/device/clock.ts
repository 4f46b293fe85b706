import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

const listeners = new Set<() => void>()
/** How far the server's clock is ahead of this device's. */
let ahead = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * The server's time for a moment of this device's clock, which may be set wrong: what the server has dated is compared
 * with nothing else. Milliseconds, as everywhere here.
 */
export const serverTime = (moment = Date.now()): number => moment + ahead

/** What the server says that its time is, in an answer to what was asked at this moment of the device's clock. */
export const hearServerTime = (said: number, askedAt = Date.now()): void => {
  const found = said - Date.now()
  // an answer that was long on its way, as over a device's sleep, says nothing of now
  if (Date.now() - askedAt > TICK_MS || !(Math.abs(found - ahead) > TICK_MS)) return
  ahead = found
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

/** The server's time, drawn again every half minute: ages on the screen stay true. One timer for the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
