import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import { atServer } from './shell.ts'
import { screenOf } from './links.ts'

/** Null without a push service: on Android without a Firebase configuration, registering would crash. */
export const pushSystem = (): 'ios' | 'android' | null => {
  if (!Capacitor.isPluginAvailable('PushNotifications')) return null
  if (Capacitor.getPlatform() === 'ios') return 'ios'
  return import.meta.env.VITE_ANDROID_PUSH ? 'android' : null
}

const permissionOf = (receive: string): NotificationPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'default'

export const checkPermission = async (): Promise<NotificationPermission> =>
  permissionOf((await PushNotifications.checkPermissions()).receive)

/** Asks for permission. The system asks only once: later calls return the earlier choice. */
export const requestPermission = async (): Promise<NotificationPermission> =>
  permissionOf((await PushNotifications.requestPermissions()).receive)

const MOST_TOKEN_MS = 20_000

let asked: { done: (token: string) => void; failed: (error: Error) => void } | null = null
let moved: (token: string) => void = () => {}
let listening: Promise<unknown> | null = null

const listen = () =>
  (listening ??= Promise.all([
    PushNotifications.addListener('registration', ({ value }) => (asked ? asked.done(value) : moved(value))),
    PushNotifications.addListener('registrationError', ({ error }) => asked?.failed(new Error(error))),
  ]))

/** Android notification channels: new ones, and replacements that already made a sound. */
export interface ChannelNames {
  news: string
  again: string
}

/** The ids are those that the server sends to; on a locked phone they follow the user's settings. */
const makeChannels = ({ news, again }: ChannelNames) =>
  Promise.all([
    PushNotifications.createChannel({ id: 'news', name: news, importance: 4, visibility: 0 }),
    PushNotifications.createChannel({ id: 'again', name: again, importance: 2, visibility: 0 }),
  ])

export const fetchToken = async (names: ChannelNames): Promise<string> => {
  await listen()
  if (pushSystem() === 'android') await makeChannels(names)
  try {
    const token = await new Promise<string>((done, failed) => {
      asked = { done, failed }
      setTimeout(() => failed(new Error('no token in time')), MOST_TOKEN_MS)
      PushNotifications.register().catch(failed)
    })
    // iOS clears the badge only once the app is registered.
    void clearShown()
    return token
  } finally {
    asked = null
  }
}

export const onTokenMoved = (heard: (token: string) => void): void => {
  moved = heard
  void listen()
}

export const dropToken = (): Promise<void> => PushNotifications.unregister()

export const clearShown = (): Promise<void> => PushNotifications.removeAllDeliveredNotifications().catch(() => {})

/** Includes the tap that launched the app; opening the app clears the others. */
export const followPushes = (open: (screen: string) => void): void => {
  if (!pushSystem()) return
  void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const { path } = (notification.data ?? {}) as { path?: unknown }
    const screen = typeof path === 'string' && path.startsWith('/') ? screenOf(atServer(path)) : null
    if (screen) open(screen)
  })
  void App.addListener('resume', () => void clearShown())
  void clearShown()
}
