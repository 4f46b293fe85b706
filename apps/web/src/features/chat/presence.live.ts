import { type ChatUser, NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { waitForInitialFetches } from '#web/kernel/http/query-client.ts'
import { chatKeys } from './chat.queries.ts'
import { createChangesInFlight } from './changes-in-flight.ts'
import { changePeople } from './lists.cache.ts'
import { createThrottle } from './throttle.ts'

/** Refetches are throttled, because presence changes all the time in a large community. */
const REFETCH_DELAY_MS = 250
const REFETCH_INTERVAL_MS = 30_000

/** Whether this change requires a refetch: the list holds only the first page of neighbours, online ones first. */
const isOutdatedBy = (people: readonly ChatUser[], id: string, online: boolean): boolean => {
  const isFullPage = people.length >= NEIGHBORS_PER_PAGE
  const isListed = people.some(({ _id }) => _id === id)
  const areOthersOnline = people.every(person => person._id === id || person.online)
  return online ? !isListed && !(isFullPage && areOthersOnline) : isListed && isFullPage && areOthersOnline
}

/** Applies presence changes to the cached lists of people. Returns the unsubscribe function. */
export const listenToPresence = (queryClient: QueryClient, live: LiveConnection): (() => void) => {
  const { applyChange, stop } = createChangesInFlight(queryClient)
  const refetch = createThrottle(REFETCH_DELAY_MS, REFETCH_INTERVAL_MS, () =>
    queryClient.invalidateQueries({ queryKey: chatKeys.neighbors() }),
  )
  const onPresence = (id: string, online: boolean) => {
    const neighbors = queryClient.getQueryData<ChatUser[]>(chatKeys.neighbors())
    if (neighbors && isOutdatedBy(neighbors, id, online)) refetch.schedule()
    applyChange(() =>
      changePeople(queryClient, people => people.map(person => (person._id === id ? { ...person, online } : person))),
    )
  }
  const stops = [
    live.on('user.online', ({ _id }) => onPresence(_id, true), hasId),
    live.on('user.offline', ({ _id }) => onPresence(_id, false), hasId),
    live.on('connected', async () => {
      await waitForInitialFetches(queryClient, chatKeys.neighbors())
      await queryClient.invalidateQueries({ queryKey: chatKeys.neighbors() })
      await queryClient.invalidateQueries({ queryKey: chatKeys.neighborPages() })
    }),
    stop,
    refetch.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
