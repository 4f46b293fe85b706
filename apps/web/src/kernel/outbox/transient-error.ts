import { ApiError } from '../http/api.ts'
import { isServerUnreachable } from './network-error.ts'
import type { Refusal } from './pending.ts'

/** The longest wait for a rate limit, in seconds. A longer one means a daily limit, which is reported as a refusal. */
const MAX_RETRY_AFTER_S = 3600

/** Whether the server failed on this item, in which case other items of the same `place` may still be accepted. */
export const isServerFailure = ({ key, foreign }: ApiError): boolean =>
  !foreign && (key === 'unexpectederror' || key === 'storagefull')

/** Whether the item remains pending: the server could not handle it, or session, app version or user must change. */
export const isTransientError = (error: ApiError): boolean =>
  isServerUnreachable(error) ||
  isServerFailure(error) ||
  error.foreign === true ||
  error.status >= 500 ||
  error.key === 'nosession' ||
  error.key === 'obsolete' ||
  error.key === 'otheruser' ||
  (error.key === 'toomanyrequests' && Number(error.params?.seconds ?? 0) <= MAX_RETRY_AFTER_S)

/** Returns the error of an attempt as an `ApiError`: any other error counts as a missing response. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('networkerror', 0, { cause: error })

export const refusalOf = ({ key, field, params }: ApiError): Refusal => ({
  key,
  ...(field && { field }),
  ...(params && { params }),
})
