import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'

const sessionHash = hashKey(sessionKeys.current)

const currentUser = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

/** A new session keeps the push registration of this device; without one, nothing is loaded. */
export const restorePushRegistration = (user: SessionUser): void => {
  if (stored('push') === null) return
  import('#web/features/push/register.ts').then(({ ensureRegistered }) => ensureRegistered(user)).catch(() => {})
}

/** Sends a push token that changes while the app is open to the server, if the member uses pushes. */
const syncPushToken = (queryClient: QueryClient): void => {
  void Promise.all([import('#web/kernel/shell/phone-push.ts'), import('#web/features/push/register.ts')]).then(
    ([{ onTokenChange, pushPlatform }, { hasTurnedOn, sendToken }]) => {
      if (!pushPlatform()) return
      onTokenChange(token => {
        const user = currentUser(queryClient)
        if (user && hasTurnedOn(user)) sendToken(token).catch(() => {})
      })
    },
    () => {},
  )
}

/** Keeps the push registration across sessions, and closes the notifications shown for the previous user. */
export const maintainPushes = (queryClient: QueryClient): void => {
  const user = currentUser(queryClient)
  if (user) restorePushRegistration(user)
  if (import.meta.env.VITE_SERVER) syncPushToken(queryClient)
  let userId = user?._id
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== sessionHash || userId === currentUser(queryClient)?._id) return
    userId = currentUser(queryClient)?._id
    const isSignedOut = userId === undefined
    import('#web/features/push/this-device.ts')
      .then(async ({ thisDevice }) => {
        await thisDevice.closeNotifications()
        // The push service must not know a phone on which nobody is signed in.
        if (import.meta.env.VITE_SERVER && isSignedOut && stored('push') !== null) await thisDevice.unsubscribe()
      })
      .catch(() => {})
  })
}
