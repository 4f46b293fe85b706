import { ApiError } from '../http/api.ts'
import { isUnreached } from './unreached.ts'
import type { Refusal } from './waiting.ts'

/** A wait that is longer is a limit of the day: who sent it is told. */
const LONGEST_WAIT_S = 3600

/**
 * That the server failed at this very thing, or has no room for it: what goes to the same place may be taken all the
 * same.
 */
export const isServerFailure = ({ key, foreign }: ApiError): boolean =>
  !foreign && (key === 'unexpectederror' || key === 'storagefull')

/**
 * Errors that pass. A session that has ended and an app that is too old stop what is sent, and refuse none of it: it
 * goes once its writer is back, or the app is. Nor does somebody else who is signed in by now: it is not theirs.
 * What a proxy answers in its own words was never heard by the server.
 */
export const isPassing = (error: ApiError): boolean =>
  isUnreached(error) ||
  // by its name: over the live connection it has no status
  isServerFailure(error) ||
  error.foreign === true ||
  error.status >= 500 ||
  error.key === 'nosession' ||
  error.key === 'obsolete' ||
  error.key === 'otheruser' ||
  (error.key === 'toomanyrequests' && Number(error.params?.seconds ?? 0) <= LONGEST_WAIT_S)

/** What became of an attempt, as an answer of the server: what is none means that no answer came. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('networkerror', 0, { cause: error })

export const refusalOf = ({ key, field, params }: ApiError): Refusal => ({
  key,
  ...(field && { field }),
  ...(params && { params }),
})
