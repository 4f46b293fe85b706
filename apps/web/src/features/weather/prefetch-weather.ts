import type { QueryClient } from '@tanstack/react-query'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

/** Prefetches what the weather screen shows; failures are reported there. */
export const prefetchWeather = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(currentWeatherQuery(communityId)).catch(() => {})
  queryClient.query(forecastQuery(communityId)).catch(() => {})
}
