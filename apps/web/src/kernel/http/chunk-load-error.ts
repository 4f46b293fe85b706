/** With the browser's own message the router would reload the page, which fails offline. */
const MESSAGE = 'a part of the app did not come'

export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.message === MESSAGE

/** Reloads unless the server is unreachable: browsers remember failed imports, so only a new page helps. */
export const reloadFromServer = (): Promise<void> =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => {
      if (ok) location.reload()
    },
    () => {},
  )

export const watchChunkLoadErrors = (): void =>
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = MESSAGE
  })
