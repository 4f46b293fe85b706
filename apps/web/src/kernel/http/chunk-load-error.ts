/** Replaces the browser's own message for a failed import, on which the router would reload the page, even offline. */
const CHUNK_LOAD_MESSAGE = 'a part of the app did not come'

export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.message === CHUNK_LOAD_MESSAGE

/** Reloads the page if the server is reachable: browsers remember failed imports, so retrying the import is no use. */
export const reloadFromServer = (): Promise<void> =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => {
      if (ok) location.reload()
    },
    () => {},
  )

export const markChunkLoadErrors = (): void =>
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = CHUNK_LOAD_MESSAGE
  })
