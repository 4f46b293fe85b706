import { getCurrentWeather, getForecast } from '@parvis/contract/weather.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { isRetryable } from '#web/kernel/http/query-client.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

const MINUTE_MS = 60_000
const MAX_RETRIES = 2

const sharedOptions = {
  // The server caches the weather for longer, and would return the same data.
  staleTime: 5 * MINUTE_MS,
  refetchInterval: 10 * MINUTE_MS,
  /** Weather that was loaded stays available offline for as long as the app is open. */
  gcTime: Infinity,
  // The server has just asked the provider in vain, and would not do so again at once.
  retry: (failures: number, error: Error) =>
    failures < MAX_RETRIES && isRetryable(error) && !(error instanceof ApiError && error.key === 'weatherunavailable'),
}

export const currentWeatherQuery = (communityId: string) =>
  queryOptions({
    queryKey: ['weather', 'current', communityId],
    ...persisted,
    queryFn: ({ signal }) => call(getCurrentWeather, { signal }),
    ...sharedOptions,
  })

export const forecastQuery = (communityId: string) =>
  queryOptions({
    queryKey: ['weather', 'forecast', communityId],
    ...persisted,
    queryFn: ({ signal }) => call(getForecast, { signal }),
    ...sharedOptions,
  })
