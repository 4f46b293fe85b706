import type { QueryClient } from '@tanstack/react-query'
import { informationQuery } from './information.queries.ts'

/** Begins to read what a community tells; what fails is told on the screen. */
export const askInformation = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(informationQuery(communityId)).catch(() => {})
}
