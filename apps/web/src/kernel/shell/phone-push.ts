import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import { serverUrl } from './shell.ts'
import { screenPathOf } from './links.ts'

/** The platform, or null without a usable push service: on Android, registering without Firebase would crash. */
export const pushPlatform = (): 'ios' | 'android' | null => {
  if (!Capacitor.isPluginAvailable('PushNotifications')) return null
  if (Capacitor.getPlatform() === 'ios') return 'ios'
  return import.meta.env.VITE_ANDROID_PUSH ? 'android' : null
}

const permissionOf = (receive: string): NotificationPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'default'

export const checkPermission = async (): Promise<NotificationPermission> =>
  permissionOf((await PushNotifications.checkPermissions()).receive)

/** Asks for the permission. The system shows its question only once: later calls return the first choice. */
export const requestPermission = async (): Promise<NotificationPermission> =>
  permissionOf((await PushNotifications.requestPermissions()).receive)

const TOKEN_TIMEOUT_MS = 20_000

let pendingRequest: { resolve: (token: string) => void; reject: (error: Error) => void } | null = null
let onChange: (token: string) => void = () => {}
let listenersReady: Promise<unknown> | null = null

const addListeners = () =>
  (listenersReady ??= Promise.all([
    PushNotifications.addListener('registration', ({ value }) =>
      pendingRequest ? pendingRequest.resolve(value) : onChange(value),
    ),
    PushNotifications.addListener('registrationError', ({ error }) => pendingRequest?.reject(new Error(error))),
  ]))

export interface ChannelNames {
  news: string
  again: string
}

/** The server sends to these channel ids. `visibility: 0` leaves the lock screen to the user's settings. */
const createChannels = ({ news, again }: ChannelNames) =>
  Promise.all([
    PushNotifications.createChannel({ id: 'news', name: news, importance: 4, visibility: 0 }),
    PushNotifications.createChannel({ id: 'again', name: again, importance: 2, visibility: 0 }),
  ])

export const fetchToken = async (names: ChannelNames): Promise<string> => {
  await addListeners()
  if (pushPlatform() === 'android') await createChannels(names)
  try {
    const token = await new Promise<string>((resolve, reject) => {
      pendingRequest = { resolve, reject }
      setTimeout(() => reject(new Error('no token in time')), TOKEN_TIMEOUT_MS)
      PushNotifications.register().catch(reject)
    })
    // Removes the notifications and the badge here, because iOS allows this only once the app is registered.
    void clearDelivered()
    return token
  } finally {
    pendingRequest = null
  }
}

export const onTokenChange = (listener: (token: string) => void): void => {
  onChange = listener
  void addListeners()
}

export const unregisterToken = (): Promise<void> => PushNotifications.unregister()

export const clearDelivered = (): Promise<void> => PushNotifications.removeAllDeliveredNotifications().catch(() => {})

export const followPushes = (open: (screen: string) => void): void => {
  if (!pushPlatform()) return
  void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const { path } = (notification.data ?? {}) as { path?: unknown }
    const screen = typeof path === 'string' && path.startsWith('/') ? screenPathOf(serverUrl(path)) : null
    if (screen) open(screen)
  })
  void App.addListener('resume', () => void clearDelivered())
  void clearDelivered()
}
