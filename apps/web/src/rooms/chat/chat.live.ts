import type { ChatUser } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live.ts'
import { chatKeys } from './chat.queries.ts'

/** Who came or went; somebody whom the list does not know yet makes it be asked for anew. */
export const setPresence = (queryClient: QueryClient, id: string, online: boolean): void => {
  const people = queryClient.getQueryData<ChatUser[]>(chatKeys.neighbors())
  if (!people) return
  if (people.some(({ _id }) => _id === id)) queryClient.setQueryData<ChatUser[]>(chatKeys.neighbors(), people.map(person => (person._id === id ? { ...person, online } : person)))
  else if (online) void queryClient.invalidateQueries({ queryKey: chatKeys.neighbors() })
}

/** Lets the lists of people hear who is there. Returns the way to stop. */
export const listenToPresence = (queryClient: QueryClient, live: Live): (() => void) => {
  const stops = [
    live.on('user.online', ({ _id }) => setPresence(queryClient, _id, true)),
    live.on('user.offline', ({ _id }) => setPresence(queryClient, _id, false)),
    live.on('connected', ({ again }) => { if (again) void queryClient.invalidateQueries({ queryKey: chatKeys.all }) }),
  ]
  return () => { for (const stop of stops) stop() }
}
