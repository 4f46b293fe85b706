import type { ChatUser } from '@parvis/contract/chat.ts'
import { matchQuery, type QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import { firstAnswersIn } from '#web/kernel/http/query-client.ts'
import { chatKeys } from './chat.queries.ts'

const setOnline = (queryClient: QueryClient, told: ReadonlyMap<string, boolean>) =>
  queryClient.setQueryData<ChatUser[]>(chatKeys.neighbors(), people =>
    people?.map(person => {
      const online = told.get(person._id) ?? person.online
      return online === person.online ? person : { ...person, online }
    }),
  )

/** Who came or went; somebody whom the list does not know yet makes it be asked for anew. */
const setPresence = (queryClient: QueryClient, id: string, online: boolean): void => {
  const people = queryClient.getQueryData<ChatUser[]>(chatKeys.neighbors())
  if (!people) return
  if (people.some(({ _id }) => _id === id)) setOnline(queryClient, new Map([[id, online]]))
  else if (online) void queryClient.invalidateQueries({ queryKey: chatKeys.neighbors() })
}

/** Lets the lists of people hear who is there. Returns the way to stop. */
export const listenToPresence = (queryClient: QueryClient, live: Live): (() => void) => {
  /** Since the list last set out: what it brings may be older. */
  const told = new Map<string, boolean>()
  const hear = (id: string, online: boolean) => {
    told.set(id, online)
    setPresence(queryClient, id, online)
  }
  const stops = [
    live.on('user.online', ({ _id }) => hear(_id, true), hasId),
    live.on('user.offline', ({ _id }) => hear(_id, false), hasId),
    live.on(
      'author.updated',
      author =>
        queryClient.setQueryData<ChatUser[]>(chatKeys.neighbors(), people =>
          people?.map(person => (person._id === author._id ? { ...person, ...author } : person)),
        ),
      isAuthor,
    ),
    live.on('connected', async () => {
      await firstAnswersIn(queryClient, chatKeys.neighbors())
      await queryClient.invalidateQueries({ queryKey: chatKeys.neighbors() })
    }),
    queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
      if (type !== 'updated' || !matchQuery({ queryKey: chatKeys.neighbors() }, query) || !('action' in event)) return
      if (event.action.type === 'fetch') told.clear()
      if (event.action.type === 'success' && !event.action.manual && told.size > 0) setOnline(queryClient, told)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
