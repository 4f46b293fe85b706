import { getPushState, type PushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { thisDevice } from './this-device.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Id of the user who turned on pushes on this device. Only later sessions of the same account are registered. */
    push: string
  }
}

type PushUser = Pick<SessionUser, '_id' | 'memberships' | 'abilities'>

/** Registers this device for the session, in the language of the screen. The permission must have been granted. */
export const registerForPushes = async ({ _id }: Pick<PushUser, '_id'>): Promise<PushState> => {
  const { publicKey } = await call(getPushState)
  const state = await sendPushToken(await thisDevice.subscribe(publicKey))
  store('push', _id)
  return state
}

export const sendPushToken = (token: string): Promise<PushState> =>
  call(registerPush, { body: { token, os: thisDevice.os(), lang: currentLanguage() } })

/** Turns pushes off on this device. Displayed notifications remain, because they are no secret to their recipient. */
export const unregisterFromPushes = async (): Promise<PushState> => {
  const state = await call(unregisterPush)
  store('push', null)
  // Without the registration the server sends nothing, even if the device stays subscribed.
  await thisDevice.unsubscribe().catch(() => {})
  return state
}

/** Whether one of the users of this account turned on pushes on this device. */
export const hasTurnedOnPushes = ({ _id, memberships }: PushUser) => {
  const userIdHere = storedText('push')
  return userIdHere !== null && (userIdHere === _id || memberships.some(({ userId }) => userId === userIdHere))
}

/**
 * Registers a session if its account turned on pushes on this device before, unless the server has registered the
 * session in the language of the screen. In an app, the session is always registered.
 */
export const ensurePushRegistration = async (user: PushUser): Promise<void> => {
  if (!user.abilities.beTold || !hasTurnedOnPushes(user)) return
  if (thisDevice.support() !== 'ready' || (await thisDevice.refreshPermission()) !== 'granted') return
  const state = await call(getPushState)
  if (!thisDevice.isServed(state)) return
  // A phone's token may have changed since the app was last open, which only the phone knows.
  if (import.meta.env.VITE_SERVER || !state.registered || state.lang !== currentLanguage())
    await registerForPushes(user)
}
