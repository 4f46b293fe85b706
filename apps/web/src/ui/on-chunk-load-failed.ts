import { isChunkLoadError, reloadFromServer } from '#web/kernel/http/chunk-load-error.ts'
import { showNoNetworkToast } from './toasts.ts'

/** Call it when a module fails to load after a click: shows a toast; reloads the page if there is a newer build. */
export const onChunkLoadFailed = (error: unknown): void => {
  showNoNetworkToast()
  if (isChunkLoadError(error)) void reloadFromServer()
}
