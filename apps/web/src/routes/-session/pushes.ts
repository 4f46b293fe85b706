import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'

const sessionHash = hashKey(sessionKeys.current)

const readerOf = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

/** A new session keeps the push registration of this device; without one, nothing is loaded. */
export const goOnWithPushes = (reader: SessionUser): void => {
  if (stored('push') === null) return
  import('#web/features/push/register.ts').then(({ keepRegistered }) => keepRegistered(reader)).catch(() => {})
}

/** Sends a push token that changes while the app is open to the server, if the member uses pushes. */
const followToken = (queryClient: QueryClient): void => {
  void Promise.all([import('#web/kernel/shell/phone-push.ts'), import('#web/features/push/register.ts')]).then(
    ([{ onTokenMoved, pushSystem }, { hasTurnedOn, tellToken }]) => {
      if (!pushSystem()) return
      onTokenMoved(token => {
        const reader = readerOf(queryClient)
        if (reader && hasTurnedOn(reader)) tellToken(token).catch(() => {})
      })
    },
    () => {},
  )
}

/** Keeps the push registration across sessions, and closes the notifications shown for the previous user. */
export const keepPushes = (queryClient: QueryClient): void => {
  const reader = readerOf(queryClient)
  if (reader) goOnWithPushes(reader)
  if (import.meta.env.VITE_SERVER) followToken(queryClient)
  let holder = reader?._id
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== sessionHash || holder === readerOf(queryClient)?._id) return
    holder = readerOf(queryClient)?._id
    const isOut = holder === undefined
    import('#web/features/push/this-device.ts')
      .then(async ({ thisDevice }) => {
        await thisDevice.closeShown()
        // The push service must not know a phone on which nobody is signed in.
        if (import.meta.env.VITE_SERVER && isOut && stored('push') !== null) await thisDevice.unsubscribe()
      })
      .catch(() => {})
  })
}
