import { t } from '#web/kernel/text/i18n.ts'

export const ALERT_MS = 30_000
export const DROPDOWN_MS = 6_000

export interface ToastOptions {
  text: string
  /** `done` confirms and goes soon; the others tell something and stay until read. */
  kind?: 'done' | 'info' | 'warning' | 'error'
  action?: { label: string; onClick: () => void }
  /** What it is about: it goes with `endToast` of the same words, and the next one about it takes its place. */
  cause?: string
  /** What a tap on the message itself does. */
  onPress?: () => void
}

/** The cause of what could not be done without a network: it goes when the network is back. */
export const NO_NETWORK = 'no network'

export interface ShownToast extends ToastOptions {
  id: number
  kind: NonNullable<ToastOptions['kind']>
  /** How many taps and keys there had been when it came. */
  since: number
}

const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let shown: readonly ShownToast[] = []
let lastId = 0
let inputs = 0
for (const input of ['pointerdown', 'keydown'])
  addEventListener(input, () => void inputs++, { capture: true, passive: true })

const change = (next: readonly ShownToast[]) => {
  shown = next
  for (const listener of listeners) listener()
}

export const shownToasts = () => shown

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const lifeOf = (kind: ShownToast['kind']) => (kind === 'done' ? DROPDOWN_MS : ALERT_MS)

/** The same words twice are one message, told anew. Returns the way to take it away. */
export const showToast = ({ kind = 'done', ...options }: ToastOptions): (() => void) => {
  const id = ++lastId
  change([
    ...shown.filter(
      toast => toast.text !== options.text && (options.cause === undefined || toast.cause !== options.cause),
    ),
    { ...options, kind, id, since: inputs },
  ])
  resumeToast(id)
  return () => closeToast(id)
}

export const closeToast = (id: number): void => {
  holdToast(id)
  change(shown.filter(toast => toast.id !== id))
}

/** What has failed, and what goes on whatever screen is open, as an offer or what waits to be sent. */
const outlivesScreen = ({ kind, action, cause }: ShownToast) =>
  kind === 'error' || (kind === 'info' && Boolean(action ?? cause))

/**
 * Another screen is shown: what was told on the one before goes with it. What came since the tap or key that led there
 * is told of that, and stays.
 */
export const leaveScreen = (): void => {
  for (const toast of shown) if (toast.since < inputs && !outlivesScreen(toast)) closeToast(toast.id)
}

export const tellNoNetwork = (): void => {
  showToast({ kind: 'error', text: t('errors.networkerror'), cause: NO_NETWORK })
}

/** What was told of it holds no longer. */
export const endToast = (cause: string): void => {
  for (const toast of shown) if (toast.cause === cause) closeToast(toast.id)
}

addEventListener('online', () => endToast(NO_NETWORK))

/** Nothing leaves while it is pointed at or has focus. */
export const holdToast = (id: number): void => {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export const resumeToast = (id: number): void => {
  const toast = shown.find(one => one.id === id)
  if (!toast || timers.has(id)) return
  timers.set(
    id,
    setTimeout(() => closeToast(id), lifeOf(toast.kind)),
  )
}
