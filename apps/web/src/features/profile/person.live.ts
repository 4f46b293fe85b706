import type { QueryClient } from '@tanstack/react-query'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { changePerson, personKeys, readPersonAnew } from './person.queries.ts'

/** Keeps open profiles up to date. Presence is always refetched: the server decides who may see it. */
export const listenToPeople = (queryClient: QueryClient, live: Live): (() => void) => {
  const stops = [
    live.on('user.online', ({ _id }) => readPersonAnew(queryClient, _id), hasId),
    live.on('user.offline', ({ _id }) => readPersonAnew(queryClient, _id), hasId),
    live.on('author.updated', author => changePerson(queryClient, author), isAuthor),
    live.on('connected', () => void queryClient.invalidateQueries({ queryKey: personKeys.all })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
