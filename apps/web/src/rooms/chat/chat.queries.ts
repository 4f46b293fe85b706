import { listNeighbors } from '@parvis/contract/chat.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

export const chatKeys = {
  all: ['chat'] as const,
  neighbors: () => [...chatKeys.all, 'neighbors'] as const,
}

/** The neighbours of the reader's community, those who are there first. Kept up to date by what the socket tells. */
export const neighborsQuery = () =>
  queryOptions({
    queryKey: chatKeys.neighbors(),
    queryFn: ({ signal }) => call(listNeighbors, { signal }),
  })
