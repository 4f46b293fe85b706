import { ApiError } from '#web/kernel/http/api.ts'
import { createObservable } from '#web/kernel/observable.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'

export const ALERT_MS = 30_000
export const CONFIRMATION_MS = 6_000

export interface ToastOptions {
  text: string
  /** `done` confirms an action and closes soon; the other kinds are shown long enough to be read. */
  kind?: 'done' | 'info' | 'warning' | 'error'
  action?: { label: string; onClick: () => void }
  /** The subject of the toast: `closeToastsByCause` closes it, and the next toast with the same cause replaces it. */
  cause?: string
  /** Makes the whole toast a button with this handler. */
  onPress?: () => void
}

/** The cause of all toasts about a missing network, which close when the network is back. */
export const NO_NETWORK_CAUSE = 'no network'

export interface ShownToast extends ToastOptions {
  id: number
  kind: NonNullable<ToastOptions['kind']>
  /** The number of taps and key presses on the page before the toast was shown. */
  inputCount: number
}

const timers = new Map<number, ReturnType<typeof setTimeout>>()
export const toasts = createObservable<readonly ShownToast[]>([])
export const shownToasts = toasts.get
let lastId = 0
let userInputCount = 0
for (const input of ['pointerdown', 'keydown'])
  addEventListener(input, () => void userInputCount++, { capture: true, passive: true })

export const toastDurationMs = (kind: ShownToast['kind']) => (kind === 'done' ? CONFIRMATION_MS : ALERT_MS)

/** Shows a toast, which replaces those with the same text or cause. Returns the function that closes the new toast. */
export const showToast = ({ kind = 'done', ...options }: ToastOptions): (() => void) => {
  const id = ++lastId
  toasts.set([
    ...shownToasts().filter(
      toast => toast.text !== options.text && (options.cause === undefined || toast.cause !== options.cause),
    ),
    { ...options, kind, id, inputCount: userInputCount },
  ])
  resumeToast(id)
  return () => closeToast(id)
}

/** Shows the text of an error, in a toast that closes when the network is back if the network was the cause. */
export const showErrorToast = (error: unknown, cause?: string): void => {
  const isOffline = error instanceof ApiError && error.key === 'networkerror'
  showToast({ kind: 'error', text: explain(error), cause: isOffline ? NO_NETWORK_CAUSE : cause })
}

export const closeToast = (id: number): void => {
  pauseToast(id)
  toasts.set(shownToasts().filter(toast => toast.id !== id))
}

/** Whether a toast remains after a navigation, because it concerns more than the current screen. */
const staysAfterNavigation = ({ kind, action, cause }: ShownToast) =>
  kind === 'error' || (kind === 'info' && Boolean(action ?? cause))

/** To be called after a navigation. Closes the toasts of the previous screen, except those since the last input. */
export const closeScreenToasts = (): void => {
  for (const toast of shownToasts())
    if (toast.inputCount < userInputCount && !staysAfterNavigation(toast)) closeToast(toast.id)
}

export const showNoNetworkToast = (): void => {
  showToast({ kind: 'error', text: t('errors.networkerror'), cause: NO_NETWORK_CAUSE })
}

export const closeToastsByCause = (cause: string): void => {
  for (const toast of shownToasts()) if (toast.cause === cause) closeToast(toast.id)
}

addEventListener('online', () => closeToastsByCause(NO_NETWORK_CAUSE))

export const pauseToast = (id: number): void => {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export const resumeToast = (id: number): void => {
  const toast = shownToasts().find(candidate => candidate.id === id)
  if (!toast || timers.has(id)) return
  timers.set(
    id,
    setTimeout(() => closeToast(id), toastDurationMs(toast.kind)),
  )
}
