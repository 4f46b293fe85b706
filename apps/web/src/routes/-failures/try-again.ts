import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isChunkLoadError } from '#web/kernel/http/chunk-load-error.ts'

const ASK_AGAIN_MS = 10_000

const isServerThere = () =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The way to draw a screen anew. What failed for want of a network is tried by itself when it returns, and every ten seconds. */
export const useTryAgain = (error: unknown, byItself: boolean, reset: () => void): (() => void) => {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const again = async () => {
    // browsers remember files that did not come, and a newer version has other ones: only a new page is sure to have them
    if (isChunkLoadError(error)) {
      if (await isServerThere()) location.reload()
      return
    }
    queries.reset()
    reset()
    void router.invalidate()
  }
  const retry = useEffectEvent(() => void again())
  useEffect(() => {
    if (!byItself) return
    // a page that has been open for a while may just be older than the server
    if (navigator.onLine && isChunkLoadError(error) && performance.now() > ASK_AGAIN_MS) retry()
    const timer = setInterval(retry, ASK_AGAIN_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [byItself, error])
  return () => void again()
}
