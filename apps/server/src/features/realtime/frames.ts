import { parseJson } from '#server/kernel/parse-json.ts'
import type { ServerFrame } from '@parvis/contract/realtime.ts'
import type { KeyedError } from '#server/kernel/errors.ts'

/** Maximum number of frames per socket and window; further frames are refused until the window has passed. */
export const FRAMES_PER_WINDOW = 60
export const FRAME_WINDOW_MS = 10_000
/** Maximum number of refused frames; the socket is closed after more. A window without refusals resets the count. */
export const MAX_REFUSED_FRAMES = 60

export const parseFrame = (text: string): { event: string; tmpId?: string } | null => {
  const frame = parseJson(text) as { event?: unknown } | null | undefined
  return typeof frame?.event === 'string' ? (frame as { event: string; tmpId?: string }) : null
}

export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** An error frame, with the `tmpId` of the refused frame if it has one. `retryAfter` is in seconds. */
export const errorFrame = (
  { key, params, field }: Pick<KeyedError, 'key' | 'params' | 'field'>,
  frame: { tmpId?: unknown } | null,
): Buffer =>
  encodeFrame({
    event: 'error',
    ...(typeof frame?.tmpId === 'string' && { tmpId: frame.tmpId }),
    error: {
      key,
      ...(key === 'toomanyrequests'
        ? { retryAfter: Number(params?.seconds ?? 1), ...(params?.limit && { params: { limit: params.limit } }) }
        : params && { params }),
      ...(field && { field }),
    },
  })

/**
 * Returns a function to call for each frame of one socket, with a monotonic time in milliseconds. It returns null if
 * the frame is allowed, the seconds to wait if it is refused, and `close` if the socket must be closed.
 */
export const createFrameLimiter = () => {
  let start = -Infinity
  let count = 0
  let refused = 0
  return (now: number): number | 'close' | null => {
    if (now - start >= FRAME_WINDOW_MS) {
      if (count <= FRAMES_PER_WINDOW) refused = 0
      start = now
      count = 0
    }
    if (++count <= FRAMES_PER_WINDOW) return null
    return ++refused > MAX_REFUSED_FRAMES ? 'close' : Math.ceil((start + FRAME_WINDOW_MS - now) / 1000)
  }
}
