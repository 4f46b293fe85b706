import { listHobbies } from '@parvis/contract/profile.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

/** The hobbies to choose from: one list for the whole installation, which hardly ever changes. */
export const hobbiesQuery = () =>
  queryOptions({
    queryKey: ['hobbies'] as const,
    ...persisted,
    queryFn: ({ signal }) => call(listHobbies, { signal }),
    staleTime: Infinity,
  })
