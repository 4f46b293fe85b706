import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { sessionKeys } from '#web/rooms/session/session.queries.ts'

const sessionHash = hashKey(sessionKeys.current)

const readerOf = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

/** A new session goes on with what was turned on here before it: where that is nothing, nothing is fetched. */
export const goOnWithPushes = (reader: SessionUser): void => {
  if (stored('push') === null) return
  import('#web/rooms/push/register.ts').then(({ keepRegistered }) => keepRegistered(reader)).catch(() => {})
}

/** Lets this session go on with what was turned on here before it; what is still shown goes with its reader. */
export const keepPushes = (queryClient: QueryClient): void => {
  const reader = readerOf(queryClient)
  if (reader) goOnWithPushes(reader)
  let holder = reader?._id
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== sessionHash || holder === readerOf(queryClient)?._id) return
    holder = readerOf(queryClient)?._id
    import('#web/rooms/push/this-browser.ts').then(({ closeShown }) => closeShown()).catch(() => {})
  })
}
