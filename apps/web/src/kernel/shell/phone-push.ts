import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import { atServer } from './shell.ts'
import { screenOf } from './links.ts'

/**
 * The system whose own service brings pushes to this app; null where none does: on Android without the file of a
 * Firebase project the app was built without it, and to ask would end the app.
 */
export const pushSystem = (): 'ios' | 'android' | null => {
  if (!Capacitor.isPluginAvailable('PushNotifications')) return null
  if (Capacitor.getPlatform() === 'ios') return 'ios'
  return import.meta.env.VITE_ANDROID_PUSH ? 'android' : null
}

const permissionOf = (receive: string): NotificationPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'default'

/** Whether the phone shows what is pushed. Asks nobody. */
export const checkPermission = async (): Promise<NotificationPermission> =>
  permissionOf((await PushNotifications.checkPermissions()).receive)

/** Asks its owner, who is asked once: then it answers what they said. */
export const requestPermission = async (): Promise<NotificationPermission> =>
  permissionOf((await PushNotifications.requestPermissions()).receive)

/** So long it may take the phone to learn its token from its system's service. */
const MOST_TOKEN_MS = 20_000

let asked: { done: (token: string) => void; failed: (error: Error) => void } | null = null
let moved: (token: string) => void = () => {}
let listening: Promise<unknown> | null = null

const listen = () =>
  (listening ??= Promise.all([
    PushNotifications.addListener('registration', ({ value }) => (asked ? asked.done(value) : moved(value))),
    PushNotifications.addListener('registrationError', ({ error }) => asked?.failed(new Error(error))),
  ]))

/** How Android's settings call what comes: what is new, and what takes the place of something that was heard already. */
export interface ChannelNames {
  news: string
  again: string
}

/** By the ids under which the server sends to them; a locked phone shows them as its owner has set it. */
const makeChannels = ({ news, again }: ChannelNames) =>
  Promise.all([
    PushNotifications.createChannel({ id: 'news', name: news, importance: 4, visibility: 0 }),
    PushNotifications.createChannel({ id: 'again', name: again, importance: 2, visibility: 0 }),
  ])

/** What the phone's service knows this app by. It is allowed before. */
export const fetchToken = async (names: ChannelNames): Promise<string> => {
  await listen()
  if (pushSystem() === 'android') await makeChannels(names)
  try {
    const token = await new Promise<string>((done, failed) => {
      asked = { done, failed }
      setTimeout(() => failed(new Error('no token in time')), MOST_TOKEN_MS)
      PushNotifications.register().catch(failed)
    })
    // iOS takes the number on the app away only once it is registered
    void clearShown()
    return token
  } finally {
    asked = null
  }
}

/** Hears of a token that the service has given in the place of another, while the app is open. */
export const onTokenMoved = (heard: (token: string) => void): void => {
  moved = heard
  void listen()
}

/** The service knows this app no more. */
export const dropToken = (): Promise<void> => PushNotifications.unregister()

/** What the phone shows of what was pushed goes, and the number on the app with it. */
export const clearShown = (): Promise<void> => PushNotifications.removeAllDeliveredNotifications().catch(() => {})

/** The screen of what is tapped, also of the tap that has opened the app; who opens the app has no need of the rest. */
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
