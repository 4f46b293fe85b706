import { getPushState, type PushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { thisDevice } from './this-device.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Who has turned pushes on here: their next session goes on with them, and nobody else's. */
    push: string
  }
}

type Reader = Pick<SessionUser, '_id' | 'memberships' | 'abilities'>

/** Registers this device for the session, in the language of the screen. It is allowed already. */
export const register = async ({ _id }: Pick<Reader, '_id'>): Promise<PushState> => {
  const { publicKey } = await call(getPushState)
  const state = await tellToken(await thisDevice.subscribe(publicKey))
  store('push', _id)
  return state
}

/** By what the device is known from now on. */
export const tellToken = (token: string): Promise<PushState> =>
  call(registerPush, { body: { token, os: thisDevice.os(), lang: currentLanguage() } })

/** What was shown before is no secret of its reader: it stays. */
export const unregister = async (): Promise<PushState> => {
  const state = await call(unregisterPush)
  store('push', null)
  // without the server it is told nothing, whatever the device keeps
  await thisDevice.unsubscribe().catch(() => {})
  return state
}

/** Whether pushes were turned on here by one of this reader's users. */
export const hasTurnedOn = ({ _id, memberships }: Reader) => {
  const holder = storedText('push')
  return holder !== null && (holder === _id || memberships.some(({ userId }) => userId === holder))
}

/**
 * A new session goes on with what was turned on before it: registers where that is so and the server does not know it.
 */
export const keepRegistered = async (reader: Reader): Promise<void> => {
  if (!reader.abilities.beTold || !hasTurnedOn(reader)) return
  if (thisDevice.support() !== 'ready' || (await thisDevice.lookUpPermission()) !== 'granted') return
  const state = await call(getPushState)
  if (!thisDevice.isServed(state)) return
  // a phone's token may have moved since the app was open last, and nothing but the phone knows
  if (import.meta.env.VITE_SERVER || !state.registered || state.lang !== currentLanguage()) await register(reader)
}
