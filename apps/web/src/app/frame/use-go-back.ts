import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Goes back in the history, or to the start page if this screen was the first one opened. */
export const useGoBack = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }
}
