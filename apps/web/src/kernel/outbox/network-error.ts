import { ApiError } from '../http/api.ts'

/** Whether the server is unreachable or in maintenance, so that a later attempt may succeed. */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.key === 'networkerror' || error.key === 'maintenance')

/** Whether the server may have stored the request: it failed, its response was lost, or the request was aborted. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.key === 'networkerror' || error.status >= 500
