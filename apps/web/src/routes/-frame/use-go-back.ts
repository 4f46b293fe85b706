import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Goes back in the history, or to the start page if the app was opened at this address. */
export const useGoBack = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }
}
