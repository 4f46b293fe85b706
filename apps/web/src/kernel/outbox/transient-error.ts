import { ApiError } from '../http/api.ts'
import { isServerUnreachable } from './network-error.ts'
import type { Refusal } from './pending.ts'

/** A longer rate limit is a daily one, which is reported as a refusal. */
const MAX_WAIT_S = 3600

/** Other items to the same place may still be accepted. */
export const isServerFailure = ({ key, foreign }: ApiError): boolean =>
  !foreign && (key === 'unexpectederror' || key === 'storagefull')

/** Nothing was refused: an intermediary answered, or sending pauses (session ended, app outdated, other user). */
export const isTransientError = (error: ApiError): boolean =>
  isServerUnreachable(error) ||
  isServerFailure(error) ||
  error.foreign === true ||
  error.status >= 500 ||
  error.key === 'nosession' ||
  error.key === 'obsolete' ||
  error.key === 'otheruser' ||
  (error.key === 'toomanyrequests' && Number(error.params?.seconds ?? 0) <= MAX_WAIT_S)

/** The error of an attempt as an `ApiError`: anything else counts as a missing answer. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('networkerror', 0, { cause: error })

export const refusalOf = ({ key, field, params }: ApiError): Refusal => ({
  key,
  ...(field && { field }),
  ...(params && { params }),
})
