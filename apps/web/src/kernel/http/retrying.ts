import { useSyncExternalStore } from 'react'
import type { Query } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

const hasFailed = ({ state }: Query) => state.fetchFailureCount > 0
const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

export const useIsRetrying = (): boolean =>
  useSyncExternalStore(subscribe, () => queryClient.isFetching({ predicate: hasFailed }) > 0)
