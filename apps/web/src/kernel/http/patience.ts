const STALLED_MS = 30_000

/** Aborts after `stallMs` without progress. Call `restart` on progress and `clear` at the end. */
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
