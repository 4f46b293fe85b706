import { getProfile, isOwn, type Person } from '@parvis/contract/profile.ts'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'

/** How a URL identifies a person; a pseudo is unique only within its community. */
export type PersonName = { userId: string } | { pseudo: string }

export const personKeys = {
  all: ['person'] as const,
  one: (name: PersonName) => [...personKeys.all, name] as const,
}

/**
 * A person as the viewer may see them; null for the viewer. Refetches by id, so that a person who changes their pseudo
 * stays on the screen.
 */
export const personQuery = (name: PersonName) =>
  queryOptions({
    queryKey: personKeys.one(name),
    ...keptOnDevice,
    queryFn: async ({ client, queryKey, signal }): Promise<Person | null> => {
      const shown = client.getQueryData<Person | null>(queryKey)
      const answer = await call(getProfile, { query: shown ? { userId: shown._id } : name, signal })
      return isOwn(answer) ? null : answer
    },
  })

const isOf =
  (id: string) =>
  ({ state }: Query): boolean =>
    (state.data as Person | null | undefined)?._id === id

/** Refetches a person where they are shown. */
export const readPersonAnew = (queryClient: QueryClient, id: string): void =>
  void queryClient.invalidateQueries({ queryKey: personKeys.all, predicate: isOf(id) })

/**
 * Drops a person from the cache at once. Failed queries are reset too, since the person may have become visible again.
 */
export const hidePerson = (queryClient: QueryClient, id: string): void =>
  void queryClient.resetQueries({
    queryKey: personKeys.all,
    predicate: query => query.state.data === undefined || isOf(id)(query),
  })

/** Shows the new public data at once, and refetches what depends on it. */
export const changePerson = (queryClient: QueryClient, author: Pick<Person, '_id'> & Partial<Person>): void => {
  queryClient.setQueriesData<Person | null>(
    { queryKey: personKeys.all, predicate: isOf(author._id) },
    person => person && (person.blocked ? person : { ...person, ...author }),
  )
  readPersonAnew(queryClient, author._id)
}
