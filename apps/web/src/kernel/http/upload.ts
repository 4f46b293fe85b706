import { requestUrl, USER_HEADER, type Answer, type Body, type Endpoint } from '@parvis/contract/endpoint.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { serverUrl, shellHeaders } from '../shell/shell.ts'
import { ApiError, call, parseError, type CallOptions } from './api.ts'
import { createStallTimeout } from './stall-timeout.ts'

type Upload<E extends Endpoint> = Omit<CallOptions<E>, 'query' | 'body'> & {
  body: Body<E>
  files: readonly File[]
  onProgress?: (fraction: number) => void
}

/** Like `call`, for a body with files; throws the same errors. `onProgress` receives the sent fraction, 0 to 1. */
export const upload = <E extends Endpoint & { files: true }>(endpoint: E, options: Upload<E>): Promise<Answer<E>> =>
  new Promise((resolve, reject) => {
    const { params, body, files, signal, onProgress, as } = options as {
      params?: object
      body: object
      files: readonly File[]
      signal?: AbortSignal
      onProgress?: (done: number) => void
      as?: string
    }
    const askedAt = Date.now()
    // XMLHttpRequest, because fetch reports no upload progress.
    const request = new XMLHttpRequest()
    const { controller, restart, clear } = createStallTimeout(signal)
    const rejectAsNetworkError = () => reject(new ApiError('networkerror', request.status))
    const abortRequest = () => request.abort()
    const address = requestUrl(endpoint.path, params)
    request.open(endpoint.method, import.meta.env.VITE_SERVER ? serverUrl(address) : address)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-client-version', CLIENT_VERSION)
    if (as) request.setRequestHeader(USER_HEADER, as)
    if (import.meta.env.VITE_SERVER)
      for (const [name, value] of Object.entries(shellHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      restart()
      onProgress?.(total ? loaded / total : 0)
    }
    request.onload = () => {
      const answer = readJson(request.responseText)
      if (request.status < 200 || request.status > 299)
        reject(Object.assign(parseUploadError(request.status, answer), { askedAt }))
      else if (answer === undefined) rejectAsNetworkError()
      else resolve(answer as Answer<E>)
    }
    request.onerror = rejectAsNetworkError
    const rejectAsAborted = () => reject(new DOMException('taken back', 'AbortError'))
    request.onabort = () => (signal?.aborted ? rejectAsAborted() : rejectAsNetworkError())
    request.onloadend = clear
    controller.signal.addEventListener('abort', abortRequest, { once: true })
    if (signal?.aborted) {
      clear()
      return rejectAsAborted()
    }
    request.send(toFormData(body, files))
  })

/** Like `upload` for a body with a photo, and like `call` for a body without one. */
export const sendWithPhoto = <E extends Endpoint & { files: true }>(
  endpoint: E,
  { photo, onProgress, ...options }: Omit<Upload<E>, 'files'> & { photo: Blob | null },
): Promise<Answer<E>> =>
  photo
    ? upload(endpoint, {
        ...(options as unknown as Upload<E>),
        files: [new File([photo], 'photo.jpg', { type: photo.type })],
        onProgress,
      })
    : call(endpoint, options as unknown as CallOptions<E>)

const parseUploadError = (status: number, answer: unknown): ApiError => {
  const error = parseError(status, answer)
  // If a proxy refuses a file as too large, the error is final: a retry cannot succeed.
  return error.foreign && status === 413 ? new ApiError('toolarge', status) : error
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Encodes a body as form data, which contains only strings: null becomes an empty string, other values JSON. */
export const toFormData = (body: object, files: readonly File[]): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    form.append(name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
  }
  for (const file of files) form.append('files', file)
  return form
}
