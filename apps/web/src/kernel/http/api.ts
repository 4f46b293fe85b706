import {
  requestUrl,
  USER_HEADER,
  type Answer,
  type Body,
  type Endpoint,
  type Params,
  type Query,
} from '@parvis/contract/endpoint.ts'
import type { ErrorAnswer, ErrorKey } from '@parvis/contract/errors.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { syncServerTime } from '../device/clock.ts'
import { nextTask } from '../screen/next-task.ts'
import { serverUrl, updateSecrets, shellHeaders } from '../shell/shell.ts'
import { takePreloadedResponse } from './preloaded-responses.ts'
import { createStallTimeout } from './stall-timeout.ts'

type OptionOf<K extends string, T> = T extends undefined
  ? { [P in K]?: undefined }
  : object extends T
    ? { [P in K]?: T }
    : { [P in K]: T }
export type CallOptions<E extends Endpoint> = OptionOf<'params', Params<E>> &
  OptionOf<'query', Query<E>> &
  OptionOf<'body', Body<E>> & {
    signal?: AbortSignal
    /** How long a write may wait for a response, in milliseconds; 30 s by default. */
    timeoutMs?: number
    /** Id of the intended user: the server responds with the error `otheruser` if another user is signed in by then. */
    as?: string
  }

/** `key` identifies the text that explains the error; status 0 means that there was no response. */
export class ApiError extends Error {
  readonly key: ErrorKey | 'networkerror'
  readonly status: number
  readonly field?: string
  readonly params?: Record<string, string | number>
  /** The response came from an intermediary, such as a proxy, and not from our server. */
  readonly foreign?: boolean
  /** When the request was sent: milliseconds since 1970 by the device's clock. */
  askedAt?: number

  constructor(
    key: ErrorKey | 'networkerror',
    status: number,
    details: { field?: string; params?: Record<string, string | number>; foreign?: boolean; cause?: unknown } = {},
  ) {
    super(key, { cause: details.cause })
    this.name = 'ApiError'
    this.key = key
    this.status = status
    this.field = details.field
    this.params = details.params
    this.foreign = details.foreign
  }
}

/** Whether the server answered that the thing does not exist, or not for this user. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.key === 'error404'

/** Returns the response’s body. Throws `ApiError` or AbortError; a timed-out write may have reached the server. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[options]: object extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>]
): Promise<Answer<E>> => {
  const { params, query, body, signal, timeoutMs, as } = (options ?? {}) as {
    params?: object
    query?: object
    body?: object
    signal?: AbortSignal
    timeoutMs?: number
    as?: string
  }
  const address = requestUrl(endpoint.path, params, query)
  if (endpoint.method === 'GET') {
    const preloaded = takePreloadedResponse(address)
    if (preloaded !== undefined) {
      // Resolves in a separate task, like a network response, so that the app's start has no long task.
      await nextTask()
      return preloaded as Answer<E>
    }
  }
  const askedAt = Date.now()
  const headers = {
    accept: 'application/json',
    'x-client-version': CLIENT_VERSION,
    ...(as && { [USER_HEADER]: as }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const sentHeaders: Record<string, string> = import.meta.env.VITE_SERVER ? { ...headers, ...shellHeaders() } : headers
  const stallTimeout = endpoint.method === 'GET' ? null : createStallTimeout(signal, timeoutMs)
  const failAsNetworkError = (status: number) => (cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new ApiError('networkerror', status, { cause })
  }
  try {
    const response = await fetch(import.meta.env.VITE_SERVER ? serverUrl(address) : address, {
      method: endpoint.method,
      credentials: import.meta.env.VITE_SERVER ? 'omit' : 'same-origin',
      headers: sentHeaders,
      body: body && JSON.stringify(body),
      signal: stallTimeout?.controller.signal ?? signal,
    }).catch(failAsNetworkError(0))
    syncServerTime(Date.parse(response.headers.get('date') ?? ''), askedAt)
    if (import.meta.env.VITE_SERVER)
      updateSecrets(
        sentHeaders,
        endpoint.method,
        endpoint.path,
        response.status,
        await response
          .clone()
          .json()
          .catch(() => null),
      )
    if (!response.ok) throw Object.assign(await readError(response), { askedAt })
    return await response.json().catch(failAsNetworkError(response.status))
  } finally {
    stallTimeout?.clear()
  }
}

/** Returns the response of a write. Throws a network error if it has no id, since it then came from an intermediary. */
export const assertAcknowledged = <A extends { _id: string }>(response: A): A => {
  if (!response?._id) throw new ApiError('networkerror', 0)
  return response
}

const readError = async (response: Response): Promise<ApiError> =>
  parseError(response.status, await response.json().catch(() => null))

export const parseError = (status: number, responseBody: unknown): ApiError => {
  const error = (responseBody as ErrorAnswer | null)?.error
  if (error?.key) return new ApiError(error.key, status, error)
  return new ApiError(keyByStatus(status), status, { foreign: true })
}

const keyByStatus = (status: number): ErrorKey | 'networkerror' =>
  status === 503
    ? 'maintenance'
    : status === 404
      ? 'error404'
      : status === 502 || status === 504
        ? 'networkerror'
        : 'unexpectederror'
