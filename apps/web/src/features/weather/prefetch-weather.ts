import type { QueryClient } from '@tanstack/react-query'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

/** Prefetches the data of the weather screen, which reports failures itself. */
export const prefetchWeather = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(currentWeatherQuery(communityId)).catch(() => {})
  queryClient.query(forecastQuery(communityId)).catch(() => {})
}
