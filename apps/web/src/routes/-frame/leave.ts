import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Back to where one came from; who came straight from outside begins at the start. */
export const useLeave = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }
}
