/** What a part of the app that could not be fetched says: without the browser's own words the router does not reload the page over it. */
const LOST = 'a part of the app did not come'

/** Whether it is a file of the app that did not come: the network's fault, or a newer version that no longer has it. */
export const isLostPart = (error: unknown): boolean => error instanceof Error && error.message === LOST

/** Marks what the bundler tells of imports that fail. Reloading a page without a network would leave nothing of it. */
export const watchForLostParts = (): void =>
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = LOST
  })
