import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'

const sessionHash = hashKey(sessionKeys.current)

const currentUser = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

/** Renews this device's push registration for a new session; a device without a registration loads no code. */
export const restorePushRegistration = (user: SessionUser): void => {
  if (stored('push') === null) return
  import('#web/features/push/register.ts')
    .then(({ ensurePushRegistration }) => ensurePushRegistration(user))
    .catch(() => {})
}

/** When the push token changes while the app is open, sends it to the server if the member has enabled pushes. */
const syncPushToken = (queryClient: QueryClient): void => {
  void Promise.all([import('#web/kernel/shell/phone-push.ts'), import('#web/features/push/register.ts')]).then(
    ([{ onTokenChange, pushPlatform }, { hasTurnedOnPushes, sendPushToken }]) => {
      if (!pushPlatform()) return
      onTokenChange(token => {
        const user = currentUser(queryClient)
        if (user && hasTurnedOnPushes(user)) sendPushToken(token).catch(() => {})
      })
    },
    () => {},
  )
}

/** Renews the push registration of the signed-in user, and closes the notifications of a previous user. */
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
        // Unsubscribes a phone on which nobody is signed in from the push service.
        if (import.meta.env.VITE_SERVER && isSignedOut && stored('push') !== null) await thisDevice.unsubscribe()
      })
      .catch(() => {})
  })
}
