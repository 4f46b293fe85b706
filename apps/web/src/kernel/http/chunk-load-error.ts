/**
 * The message of a chunk that could not be loaded: with the browser's own words the router would reload the page over
 * it.
 */
const MESSAGE = 'a part of the app did not come'

/** Whether a file of the app could not be loaded: the network's fault, or a newer version that no longer has it. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.message === MESSAGE

/**
 * Browsers remember files that did not come, and a newer version has other ones: only a new page is sure to have them.
 * Nothing happens while the server is away.
 */
export const reloadFromServer = (): Promise<void> =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => {
      if (ok) location.reload()
    },
    () => {},
  )

/** Marks the errors of imports that fail. Reloading a page without a network would leave nothing of it. */
export const watchChunkLoadErrors = (): void =>
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = MESSAGE
  })
