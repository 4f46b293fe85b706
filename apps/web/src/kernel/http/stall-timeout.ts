const STALL_MS = 30_000

/** Aborts after `stallMs` ms without progress, or with `signal`. Call `restart` on progress and `clear` at the end. */
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
