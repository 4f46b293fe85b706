import { type NavigateOptions, useCanGoBack, useRouter } from '@tanstack/react-router'

/** Goes back in the history, or opens `target`, the start page by default, if this screen was the first one opened. */
export const useGoBack = (target: NavigateOptions = { to: '/' }): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ ...target, replace: true })
  }
}
