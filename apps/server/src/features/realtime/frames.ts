import type { ServerFrame } from '@parvis/contract/realtime.ts'
import type { KeyedError } from '#server/kernel/errors.ts'

/** Frames of one socket within the window; more are refused until it has passed. */
export const FRAMES_PER_WINDOW = 60
export const FRAME_WINDOW_MS = 10_000
/** A socket that goes on past so many refusals, without a quiet window between, is closed. */
export const MOST_REFUSED_FRAMES = 60

/** What a client said: the name of the frame, and all of it; null for what is no frame. */
export const readFrame = (text: string): { event: string; tmpId?: string } | null => {
  try {
    const frame = JSON.parse(text) as { event?: unknown; tmpId?: unknown } | null
    if (typeof frame !== 'object' || frame === null || typeof frame.event !== 'string') return null
    return frame as { event: string; tmpId?: string }
  } catch {
    return null
  }
}

export const writeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** Of a frame that had a name of its own it says which one is refused. `retryAfter` in seconds. */
export const refusal = (
  { key, params, field }: Pick<KeyedError, 'key' | 'params' | 'field'>,
  frame: { tmpId?: unknown } | null,
): Buffer =>
  writeFrame({
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
 * Counts the frames of one socket. Each call is one more, at `now` (milliseconds of a clock that never steps back);
 * answers null when it may be heard, the seconds until the next one is, or `close` for a socket that goes on all the
 * same.
 */
export const createFrameCount = () => {
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
    return ++refused > MOST_REFUSED_FRAMES ? 'close' : Math.ceil((start + FRAME_WINDOW_MS - now) / 1000)
  }
}
