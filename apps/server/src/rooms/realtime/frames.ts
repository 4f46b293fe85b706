import type { ErrorKey } from '@parvis/contract/errors.ts'
import type { ClientFrame, ServerFrame } from '@parvis/contract/realtime.ts'

/** Frames of one socket within the window; more are refused until it has passed. */
export const FRAMES_PER_WINDOW = 60
export const FRAME_WINDOW_MS = 10_000
/** A socket that goes on past so many refusals, without a quiet window between, is closed. */
export const MOST_REFUSED_FRAMES = 60

/** What a client may say; null for anything else. */
export const readFrame = (text: string): ClientFrame | null => {
  try {
    const frame = JSON.parse(text) as { event?: unknown } | null
    return frame?.event === 'ping' ? { event: 'ping' } : null
  } catch {
    return null
  }
}

export const writeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** `retryAfter` in seconds. */
export const refusal = (key: ErrorKey, retryAfter?: number): Buffer =>
  writeFrame({ event: 'error', error: { key, ...(retryAfter && { retryAfter }) } })

/**
 * Counts the frames of one socket. Each call is one more, at `now` (milliseconds of a clock that never steps back); answers
 * null when it may be heard, the seconds until the next one is, or `close` for a socket that goes on all the same.
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
