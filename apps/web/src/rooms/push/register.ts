import { getPushState, type PushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { os, permission, pushSupport, subscribe, unsubscribe } from './this-browser.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Who has turned pushes on here: their next session goes on with them, and nobody else's. */
    push: string
  }
}

type Reader = Pick<SessionUser, '_id' | 'memberships' | 'abilities'>

/** Registers this browser for the session, in the language of the screen. It is allowed already. */
export const register = async ({ _id }: Pick<Reader, '_id'>): Promise<PushState> => {
  const { publicKey } = await call(getPushState)
  const token = JSON.stringify(await subscribe(publicKey))
  const state = await call(registerPush, { body: { token, os: os(), lang: currentLanguage() } })
  store('push', _id)
  return state
}

/** What was shown before is no secret of its reader: it stays. */
export const unregister = async (): Promise<PushState> => {
  const state = await call(unregisterPush)
  store('push', null)
  // without the server it is told nothing, whatever the browser keeps
  await unsubscribe().catch(() => {})
  return state
}

/** Whether pushes were turned on here by one of this reader's users. */
const hasTurnedOn = ({ _id, memberships }: Reader) => {
  const holder = storedText('push')
  return holder !== null && (holder === _id || memberships.some(({ userId }) => userId === holder))
}

/**
 * A new session goes on with what was turned on before it: registers where that is so and the server does not know it.
 */
export const keepRegistered = async (reader: Reader): Promise<void> => {
  if (!reader.abilities.beTold || !hasTurnedOn(reader)) return
  if (pushSupport() !== 'ready' || permission() !== 'granted') return
  const { registered, lang } = await call(getPushState)
  if (!registered || lang !== currentLanguage()) await register(reader)
}
