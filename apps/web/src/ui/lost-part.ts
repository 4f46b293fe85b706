import { isChunkLoadError, reloadFromServer } from '#web/kernel/http/chunk-load-error.ts'
import { tellNoNetwork } from './toasts.ts'

/**
 * A part of the app that a tap asked for did not come: that is told, and where the server is there a new page brings
 * it.
 */
export const onLostPart = (error: unknown): void => {
  tellNoNetwork()
  if (isChunkLoadError(error)) void reloadFromServer()
}
