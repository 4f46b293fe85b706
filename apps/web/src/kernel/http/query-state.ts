import { ApiError } from './api.ts'

export interface QuerySnapshot {
  data: unknown
  error: unknown
  isPlaceholderData?: boolean
}

export const isOffline = ({ error }: Pick<QuerySnapshot, 'error'>): boolean =>
  error instanceof ApiError && error.key === 'networkerror'

/** What a screen shows for a query. `stale` is content that could not be refetched, shown with its age. */
export const viewStateOf = (query: QuerySnapshot): 'waiting' | 'failed' | 'content' | 'stale' => {
  const hasError = query.error !== null
  if (query.data === undefined || (query.isPlaceholderData && hasError)) return hasError ? 'failed' : 'waiting'
  return hasError ? 'stale' : 'content'
}
