import { getProfile, isOwnProfile, type Person } from '@parvis/contract/profile.ts'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

/** How a URL identifies a person; a pseudo is unique only within its community. */
export type PersonKey = { userId: string } | { pseudo: string }

export const personKeys = {
  all: ['person'] as const,
  person: (key: PersonKey) => [...personKeys.all, key] as const,
}

/** Null for the viewer’s own profile. Refetches by id, so that a person who changes their pseudonym remains. */
export const personQuery = (key: PersonKey) =>
  queryOptions({
    queryKey: personKeys.person(key),
    ...persisted,
    queryFn: async ({ client, queryKey, signal }): Promise<Person | null> => {
      const cached = client.getQueryData<Person | null>(queryKey)
      const answer = await call(getProfile, { query: cached ? { userId: cached._id } : key, signal })
      return isOwnProfile(answer) ? null : answer
    },
  })

const isQueryOf =
  (id: string) =>
  ({ state }: Query): boolean =>
    (state.data as Person | null | undefined)?._id === id

/** Refetches a person at once in queries that a screen uses, and in other queries when they are next used. */
export const refetchPerson = (queryClient: QueryClient, id: string): void =>
  void queryClient.invalidateQueries({ queryKey: personKeys.all, predicate: isQueryOf(id) })

/** Also resets queries without data, since a person who could not be loaded may have become visible again. */
export const dropPerson = (queryClient: QueryClient, id: string): void =>
  void queryClient.resetQueries({
    queryKey: personKeys.all,
    predicate: query => query.state.data === undefined || isQueryOf(id)(query),
  })

/** Shows the new public data of a person at once, and refetches the queries that contain them. */
export const updatePerson = (queryClient: QueryClient, author: Pick<Person, '_id'> & Partial<Person>): void => {
  queryClient.setQueriesData<Person | null>(
    { queryKey: personKeys.all, predicate: isQueryOf(author._id) },
    person => person && (person.blocked ? person : { ...person, ...author }),
  )
  refetchPerson(queryClient, author._id)
}
