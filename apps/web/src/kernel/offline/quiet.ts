/** Whoever touches nothing for so long is doing something else, milliseconds. */
const RESTING_MS = 5 * 60_000
/** Whoever looks away may come right back, milliseconds. */
const AWAY_MS = 10_000

const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

let touchedAt = performance.now()
let hiddenAt: number | null = null

const holds = new Set<() => boolean>()

/** Says what must not be cut off by a restart: `isBusy` is asked at the moment. Returns the way to stop. */
export const holdRestart = (isBusy: () => boolean): (() => void) => {
  holds.add(isBusy)
  return () => void holds.delete(isBusy)
}

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    /^(?:text|email|tel|number|password|url|search|date|time)$/.test(element.type))

/** Something stands in a field, or a dialog is open: whoever left it so means to go on. */
const isBegun = () =>
  document.querySelector('dialog[open], [popover]:popover-open, video') !== null ||
  [...document.querySelectorAll('input, textarea')].some(field => isField(field) && field.value !== '')

/** Whether the app may start anew without anybody missing anything. */
export const isQuiet = (): boolean => {
  const now = performance.now()
  const isLeft = hiddenAt !== null ? now - hiddenAt > AWAY_MS : now - touchedAt > RESTING_MS
  return isLeft && !isBegun() && ![...holds].some(isBusy => isBusy())
}

/** From now on it is known when the page was last touched, and since when nobody looks. */
export const watchQuiet = (): void => {
  for (const touch of touches)
    addEventListener(
      touch,
      () => {
        touchedAt = performance.now()
      },
      { passive: true, capture: true },
    )
  const look = () => {
    hiddenAt = document.hidden ? (hiddenAt ?? performance.now()) : null
    touchedAt = performance.now()
  }
  look()
  document.addEventListener('visibilitychange', look)
}
