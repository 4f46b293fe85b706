import { isChunkLoadError, reloadFromServer } from '#web/kernel/http/chunk-load-error.ts'
import { tellNoNetwork } from './toasts.ts'

/**
 * Handles a module that failed to load after a click: shows a toast, and reloads the page if the server is reachable
 * but has a newer build.
 */
export const onLostPart = (error: unknown): void => {
  tellNoNetwork()
  if (isChunkLoadError(error)) void reloadFromServer()
}
