/** An attempt to send during which nothing moves for so long is given up, in milliseconds. */
const STALLED_MS = 30_000

/**
 * A signal that is aborted once nothing has moved for too long, or when `given` is; `moved` says that something has.
 * Call `end` when it is over.
 */
export const patience = (given?: AbortSignal, patienceMs = STALLED_MS) => {
  const abort = new AbortController()
  let late: ReturnType<typeof setTimeout>
  const moved = () => {
    clearTimeout(late)
    late = setTimeout(() => abort.abort(), patienceMs)
  }
  const follow = () => abort.abort(given!.reason)
  moved()
  if (given?.aborted) follow()
  given?.addEventListener('abort', follow)
  return {
    abort,
    moved,
    end: () => {
      clearTimeout(late)
      given?.removeEventListener('abort', follow)
    },
  }
}
