import { getPushState, type PushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { thisDevice } from './this-device.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Id of the member who turned pushes on here: only later sessions of this member continue them. */
    push: string
  }
}

type PushUser = Pick<SessionUser, '_id' | 'memberships' | 'abilities'>

/** Registers this device for the session, in the language of the screen. The permission must have been granted. */
export const register = async ({ _id }: Pick<PushUser, '_id'>): Promise<PushState> => {
  const { publicKey } = await call(getPushState)
  const state = await sendToken(await thisDevice.subscribe(publicKey))
  store('push', _id)
  return state
}

/** Sends the token of this device to the server. */
export const sendToken = (token: string): Promise<PushState> =>
  call(registerPush, { body: { token, os: thisDevice.os(), lang: currentLanguage() } })

/** Notifications already displayed stay, because they are no secret to their recipient. */
export const unregister = async (): Promise<PushState> => {
  const state = await call(unregisterPush)
  store('push', null)
  // Without the registration the server sends nothing, even if the device stays subscribed.
  await thisDevice.unsubscribe().catch(() => {})
  return state
}

/** Whether one of the users of this account turned pushes on on this device. */
export const hasTurnedOn = ({ _id, memberships }: PushUser) => {
  const userIdHere = storedText('push')
  return userIdHere !== null && (userIdHere === _id || memberships.some(({ userId }) => userId === userIdHere))
}

/** Registers a new session where its member turned pushes on before and the server does not know the session. */
export const ensureRegistered = async (user: PushUser): Promise<void> => {
  if (!user.abilities.beTold || !hasTurnedOn(user)) return
  if (thisDevice.support() !== 'ready' || (await thisDevice.refreshPermission()) !== 'granted') return
  const state = await call(getPushState)
  if (!thisDevice.isServed(state)) return
  // A phone's token may have changed since the app was last open, which only the phone knows.
  if (import.meta.env.VITE_SERVER || !state.registered || state.lang !== currentLanguage()) await register(user)
}
