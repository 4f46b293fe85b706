import type { QueryClient } from '@tanstack/react-query'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { updatePerson, personKeys, refetchPerson } from './person.queries.ts'

/** Updates people, and refetches their presence, because the server decides who may see it. */
export const subscribeToPeople = (queryClient: QueryClient, live: LiveConnection): void => {
  live.on('user.online', ({ _id }) => refetchPerson(queryClient, _id), hasId)
  live.on('user.offline', ({ _id }) => refetchPerson(queryClient, _id), hasId)
  live.on('author.updated', author => updatePerson(queryClient, author), isAuthor)
  live.on('connected', () => void queryClient.invalidateQueries({ queryKey: personKeys.all }))
}
