import { ApiError } from '../http/api.ts'

/** Whether the server was not reached or is in maintenance: sending again later may succeed. */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.key === 'networkerror' || error.key === 'maintenance')
