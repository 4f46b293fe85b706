import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isChunkLoadError, reloadFromServer } from '#web/kernel/http/chunk-load-error.ts'

const RETRY_MS = 10_000

/** Returns the retry function. A network error is retried when the network returns, and every ten seconds. */
export const useRetry = (error: unknown, isAutomatic: boolean, reset: () => void): (() => void) => {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const run = () => {
    if (isChunkLoadError(error)) return reloadFromServer()
    queries.reset()
    reset()
    void router.invalidate()
  }
  const retry = useEffectEvent(() => void run())
  useEffect(() => {
    if (!isAutomatic) return
    // A failed chunk in a page that has been open for a while may mean that the server has a newer build.
    if (navigator.onLine && isChunkLoadError(error) && performance.now() > RETRY_MS) retry()
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isAutomatic, error])
  return () => void run()
}
