import { ApiError } from '../http/api.ts'

/** Whether the server is unreachable or in maintenance, so that a later attempt may succeed. */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.key === 'networkerror' || error.key === 'maintenance')
