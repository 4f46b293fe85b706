import { getProfile, isOwn, type Person } from '@parvis/contract/profile.ts'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'

/** How an address names somebody: a pseudo is known in its own community alone. */
export type PersonName = { userId: string } | { pseudo: string }

export const personKeys = {
  all: ['person'] as const,
  one: (name: PersonName) => [...personKeys.all, name] as const,
}

/**
 * Somebody as the reader may see them; null for the reader. Who takes another pseudo while they are looked at stays in
 * view.
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

/** Asks anew how somebody may be seen, where they are shown. */
export const readPersonAnew = (queryClient: QueryClient, id: string): void =>
  void queryClient.invalidateQueries({ queryKey: personKeys.all, predicate: isOf(id) })

/** Nothing of somebody may stand a moment longer, or they may be there again: what was refused is asked anew too. */
export const hidePerson = (queryClient: QueryClient, id: string): void =>
  void queryClient.resetQueries({
    queryKey: personKeys.all,
    predicate: query => query.state.data === undefined || isOf(id)(query),
  })

/** What others see of somebody has changed: shown at once, and asked anew for what follows from it. */
export const changePerson = (queryClient: QueryClient, author: Pick<Person, '_id'> & Partial<Person>): void => {
  queryClient.setQueriesData<Person | null>(
    { queryKey: personKeys.all, predicate: isOf(author._id) },
    person => person && (person.blocked ? person : { ...person, ...author }),
  )
  readPersonAnew(queryClient, author._id)
}
