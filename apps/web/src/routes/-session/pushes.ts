import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'

const sessionHash = hashKey(sessionKeys.current)

const readerOf = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

/** A new session goes on with what was turned on here before it: where that is nothing, nothing is fetched. */
export const goOnWithPushes = (reader: SessionUser): void => {
  if (stored('push') === null) return
  import('#web/features/push/register.ts').then(({ keepRegistered }) => keepRegistered(reader)).catch(() => {})
}

/** A token that moves while the app is open: who has turned pushes on is told on under the new one. */
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

/** Lets this session go on with what was turned on here before it; what is still shown goes with its reader. */
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
        // a phone that nobody is signed in on is known to no service
        if (import.meta.env.VITE_SERVER && isOut && stored('push') !== null) await thisDevice.unsubscribe()
      })
      .catch(() => {})
  })
}
