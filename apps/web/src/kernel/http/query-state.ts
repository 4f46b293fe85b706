import { ApiError } from './api.ts'

export interface Asked {
  data: unknown
  error: unknown
  /** The data belongs to the previous query key. */
  isPlaceholderData?: boolean
}

/** Whether the error means that the device is offline or the server was not reached. */
export const isOffline = ({ error }: Pick<Asked, 'error'>): boolean =>
  error instanceof ApiError && error.key === 'networkerror'

/** What a screen has to show. `stale` is content that could not be refetched: shown with its time. */
export const stateOf = (query: Asked): 'waiting' | 'failed' | 'content' | 'stale' => {
  const troubled = query.error !== null
  if (query.data === undefined || (query.isPlaceholderData && troubled)) return troubled ? 'failed' : 'waiting'
  return troubled ? 'stale' : 'content'
}
