import { isChunkLoadError, reloadFromServer } from '#web/kernel/http/chunk-load-error.ts'
import { showNoNetwork } from './toasts.ts'

/** A module failed to load after a click: shows a toast, and reloads the page if the server has a newer build. */
export const onChunkLoadFailed = (error: unknown): void => {
  showNoNetwork()
  if (isChunkLoadError(error)) void reloadFromServer()
}
