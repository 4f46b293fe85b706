const RESTING_MS = 5 * 60_000
/** A page that was hidden may be shown again at once: wait this long, in milliseconds. */
const AWAY_MS = 10_000

const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

let touchedAt = performance.now()
let hiddenAt: number | null = null

const holds = new Set<() => boolean>()

/** Prevents a restart while `isBusy` returns true. Returns a function that removes the check. */
export const holdRestart = (isBusy: () => boolean): (() => void) => {
  holds.add(isBusy)
  return () => void holds.delete(isBusy)
}

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    /^(?:text|email|tel|number|password|url|search|date|time)$/.test(element.type))

/** A field contains text, or a dialog or a video is open: the user means to continue. */
const isBegun = () =>
  document.querySelector('dialog[open], [popover]:popover-open, video') !== null ||
  [...document.querySelectorAll('input, textarea')].some(field => isField(field) && field.value !== '')

/** Whether the app may reload without interrupting anybody. */
export const isQuiet = (): boolean => {
  const now = performance.now()
  const isLeft = hiddenAt !== null ? now - hiddenAt > AWAY_MS : now - touchedAt > RESTING_MS
  return isLeft && !isBegun() && ![...holds].some(isBusy => isBusy())
}

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
