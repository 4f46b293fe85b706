const STALL_MS = 30_000

/**
 * Returns a controller that aborts after `stallMs` milliseconds without progress, or when `signal` aborts. Call
 * `restart` on each progress event and `clear` at the end.
 */
export const createStallTimeout = (signal?: AbortSignal, stallMs = STALL_MS) => {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), stallMs)
  }
  const follow = () => controller.abort(signal!.reason)
  restart()
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow)
  return {
    controller,
    restart,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', follow)
    },
  }
}
