import { t } from '#web/kernel/text/i18n.ts'

export const ALERT_MS = 30_000
export const CONFIRMATION_MS = 6_000

export interface ToastOptions {
  text: string
  /** `done` confirms an action and closes soon; the other kinds stay long enough to be read. */
  kind?: 'done' | 'info' | 'warning' | 'error'
  action?: { label: string; onClick: () => void }
  /** The subject of the toast: `closeToastsOf` closes it, and the next toast with the same cause replaces it. */
  cause?: string
  /** Makes the whole toast a button with this handler. */
  onPress?: () => void
}

/** The cause of all toasts about a missing network, which close when the network is back. */
export const NO_NETWORK = 'no network'

export interface ShownToast extends ToastOptions {
  id: number
  kind: NonNullable<ToastOptions['kind']>
  /** The number of taps and key presses on the page before the toast was shown. */
  inputCount: number
}

const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let current: readonly ShownToast[] = []
let lastId = 0
let inputs = 0
for (const input of ['pointerdown', 'keydown'])
  addEventListener(input, () => void inputs++, { capture: true, passive: true })

const setToasts = (next: readonly ShownToast[]) => {
  current = next
  for (const listener of listeners) listener()
}

export const shownToasts = () => current

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const durationOf = (kind: ShownToast['kind']) => (kind === 'done' ? CONFIRMATION_MS : ALERT_MS)

/** Shows a toast; one with the same text or cause is replaced. Returns the function that closes it. */
export const showToast = ({ kind = 'done', ...options }: ToastOptions): (() => void) => {
  const id = ++lastId
  setToasts([
    ...current.filter(
      toast => toast.text !== options.text && (options.cause === undefined || toast.cause !== options.cause),
    ),
    { ...options, kind, id, inputCount: inputs },
  ])
  resumeToast(id)
  return () => closeToast(id)
}

export const closeToast = (id: number): void => {
  pauseToast(id)
  setToasts(current.filter(toast => toast.id !== id))
}

/** Whether a toast stays after a navigation, because it concerns more than the current screen. */
const outlivesScreen = ({ kind, action, cause }: ShownToast) =>
  kind === 'error' || (kind === 'info' && Boolean(action ?? cause))

/** Call it after a navigation. Toasts shown after the tap or key press that caused the navigation concern it, and stay. */
export const closeScreenToasts = (): void => {
  for (const toast of current) if (toast.inputCount < inputs && !outlivesScreen(toast)) closeToast(toast.id)
}

export const showNoNetwork = (): void => {
  showToast({ kind: 'error', text: t('errors.networkerror'), cause: NO_NETWORK })
}

export const closeToastsOf = (cause: string): void => {
  for (const toast of current) if (toast.cause === cause) closeToast(toast.id)
}

addEventListener('online', () => closeToastsOf(NO_NETWORK))

export const pauseToast = (id: number): void => {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export const resumeToast = (id: number): void => {
  const toast = current.find(candidate => candidate.id === id)
  if (!toast || timers.has(id)) return
  timers.set(
    id,
    setTimeout(() => closeToast(id), durationOf(toast.kind)),
  )
}
