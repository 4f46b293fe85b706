import { isInstalled } from '#web/kernel/device/install-offer.ts'
import type { PushSupport, PushDevice } from './push-device.ts'

const isAppleBrowser = () => navigator.vendor.startsWith('Apple')

/** Apple's browsers support pushes only in the app on the home screen. */
const support = (): PushSupport => {
  if (isAppleBrowser() && !isInstalled()) return 'install'
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? 'ready' : 'none'
}

const permission = (): NotificationPermission => ('Notification' in window ? Notification.permission : 'denied')

const onPermission = (onChange: () => void): (() => void) => {
  const listening = new AbortController()
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then(status => status.addEventListener('change', onChange, { signal: listening.signal }))
    // A browser that cannot report changes has its permission read again at the next render.
    .catch(() => {})
  return () => listening.abort()
}

const decodeBase64Url = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), character => character.charCodeAt(0))

const usesKey = ({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string) => {
  const wanted = decodeBase64Url(publicKey)
  const known = key && new Uint8Array(key)
  return !known || (known.length === wanted.length && known.every((byte, at) => byte === wanted[at]))
}

const subscribe = async (publicKey: string): Promise<PushSubscription> => {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && usesKey(known, publicKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decodeBase64Url(publicKey) })
}

const registration = async () => ('serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined)

/** Subscribes to the push service of the browser’s vendor; our service worker displays what arrives. */
export const thisBrowser: PushDevice = {
  support,
  isServed: () => true,
  permission,
  refreshPermission: async () => permission(),
  requestPermission: () => Notification.requestPermission(),
  onPermission,
  subscribe: async publicKey => JSON.stringify(await subscribe(publicKey)),
  async unsubscribe() {
    await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  },
  async closeNotifications() {
    for (const notification of (await (await registration())?.getNotifications()) ?? []) notification.close()
  },
  os: () => (/\bElectron\//.test(navigator.userAgent) ? 'electron' : 'web'),
}
