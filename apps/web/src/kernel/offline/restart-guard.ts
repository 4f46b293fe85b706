const MIN_IDLE_MS = 5 * 60_000
/** How long a page must be hidden before it may restart, in milliseconds: its user may return at once. */
const MIN_HIDDEN_MS = 10_000

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

let lastActivityAt = performance.now()
let hiddenAt: number | null = null

const blockers = new Set<() => boolean>()

/** Prevents a restart while `isBusy` returns true. Returns the function that removes this check. */
export const blockRestartWhile = (isBusy: () => boolean): (() => void) => {
  blockers.add(isBusy)
  return () => void blockers.delete(isBusy)
}

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    /^(?:text|email|tel|number|password|url|search|date|time)$/.test(element.type))

const hasUnfinishedInput = () =>
  document.querySelector('dialog[open], [popover]:popover-open, video') !== null ||
  [...document.querySelectorAll('input, textarea')].some(field => isField(field) && field.value !== '')

export const canRestart = (): boolean => {
  const now = performance.now()
  const isIdle = hiddenAt !== null ? now - hiddenAt > MIN_HIDDEN_MS : now - lastActivityAt > MIN_IDLE_MS
  return isIdle && !hasUnfinishedInput() && ![...blockers].some(isBusy => isBusy())
}

export const watchActivity = (): void => {
  for (const eventName of activityEvents)
    addEventListener(
      eventName,
      () => {
        lastActivityAt = performance.now()
      },
      { passive: true, capture: true },
    )
  const onVisibilityChange = () => {
    hiddenAt = document.hidden ? (hiddenAt ?? performance.now()) : null
    lastActivityAt = performance.now()
  }
  onVisibilityChange()
  document.addEventListener('visibilitychange', onVisibilityChange)
}
