const FIRST_MS = 10_000
const MAX_MS = 160_000
/** The app counts as stable again when it has been open for this long. */
const STABLE_MS = 60_000

let last: { openedAt: number; pause: number } | undefined

/** Milliseconds to the next poll. Doubles if the screen returns soon, as when a part of the server stays down. */
export const pauseAt = (now: number): number =>
  last && now - last.openedAt < STABLE_MS ? Math.min(2 * last.pause, MAX_MS) : FIRST_MS

export const reopenedAt = (now: number, pause: number): void => {
  last = { openedAt: now, pause }
}
