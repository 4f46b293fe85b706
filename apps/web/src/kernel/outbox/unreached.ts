import { ApiError } from '../http/api.ts'

/** The server was not reached, or is away for a while: what is sent again later may be taken. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof ApiError && (error.key === 'networkerror' || error.key === 'maintenance')
