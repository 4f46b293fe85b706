const FIRST_MS = 10_000
const MAX_MS = 160_000
/** The app counts as stable again when it has been open for this long. */
const STABLE_MS = 60_000

let lastReopening: { openedAt: number; pauseMs: number } | undefined

/** Milliseconds between polls. Doubles after a short reopening, for example if a part of the server is still down. */
export const pollPauseAt = (now: number): number =>
  lastReopening && now - lastReopening.openedAt < STABLE_MS ? Math.min(2 * lastReopening.pauseMs, MAX_MS) : FIRST_MS

export const recordReopening = (now: number, pauseMs: number): void => {
  lastReopening = { openedAt: now, pauseMs }
}
