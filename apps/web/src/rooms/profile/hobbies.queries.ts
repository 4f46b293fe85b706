import { listHobbies } from '@parvis/contract/profile.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

/** What people may say that they like: one list for the whole installation, which hardly ever changes. */
export const hobbiesQuery = () =>
  queryOptions({
    queryKey: ['hobbies'] as const,
    queryFn: ({ signal }) => call(listHobbies, { signal }),
    staleTime: Infinity,
  })
