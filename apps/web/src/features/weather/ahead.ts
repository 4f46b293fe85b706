import type { QueryClient } from '@tanstack/react-query'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

/** Begins to read what the screen shows; what fails is told there. */
export const askWeather = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(currentWeatherQuery(communityId)).catch(() => {})
  queryClient.query(forecastQuery(communityId)).catch(() => {})
}
