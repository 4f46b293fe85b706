import { isInstalled } from '#web/kernel/device/install-offer.ts'

/** Whether this browser can show what is pushed: Apple's can once the app is installed. */
export type PushSupport = 'ready' | 'install' | 'none'

const isApples = () => navigator.vendor.startsWith('Apple')

/** Registration is for browsers that are not Apple's, and for Apple's where the app is on the home screen. */
export const pushSupport = (): PushSupport => {
  // an app is reached by its system's own service alone
  if (import.meta.env.VITE_SERVER) return 'none'
  if (isApples() && !isInstalled()) return 'install'
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? 'ready' : 'none'
}

/** As the browser says; `denied` where it has nothing to ask. */
export const permission = (): NotificationPermission => ('Notification' in window ? Notification.permission : 'denied')

/** Calls back when the reader allows or refuses, here or in the browser's settings. Returns the way to stop. */
export const onPermission = (changed: () => void): (() => void) => {
  let status: PermissionStatus | undefined
  let stopped = false
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then(found => {
      status = found
      if (!stopped) status.addEventListener('change', changed)
    })
    // a browser that does not tell of it is looked at when the screen is drawn
    .catch(() => {})
  return () => {
    stopped = true
    status?.removeEventListener('change', changed)
  }
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))

const isFor = ({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string) => {
  const wanted = bytesOf(publicKey)
  const known = key && new Uint8Array(key)
  return !known || (known.length === wanted.length && known.every((byte, at) => byte === wanted[at]))
}

/**
 * What the browser's push service knows this one by, for an installation's key. Asks for nothing: it has to be allowed
 * before.
 */
export const subscribe = async (publicKey: string): Promise<PushSubscription> => {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && isFor(known, publicKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
}

const registration = async () => ('serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined)

export const unsubscribe = async (): Promise<void> => {
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
}

/** What the system still shows of what was pushed: it was for who is not here any more. */
export const closeShown = async (): Promise<void> => {
  for (const shown of (await (await registration())?.getNotifications()) ?? []) shown.close()
}

/** Where it runs, as the server is told. */
export const os = (): 'electron' | 'web' => (/\bElectron\//.test(navigator.userAgent) ? 'electron' : 'web')
