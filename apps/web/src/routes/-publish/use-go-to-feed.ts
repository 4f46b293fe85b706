import { type HistoryState, type RegisteredRouter, useLocation, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the previous history entry is the choice of a template, which is removed after publishing. */
    chosen?: true
  }
}

export const chosen: HistoryState = { chosen: true }

const goBack = (router: RegisteredRouter) =>
  new Promise<void>(resolve => {
    const unsubscribe = router.history.subscribe(() => {
      unsubscribe()
      resolve()
    })
    router.history.back()
  })

/** Opens the unfiltered feed after publishing, in place of the history entries of the form and the templates. */
export const useGoToFeed = (c: string): (() => void) => {
  const router = useRouter()
  const { state } = useLocation()
  const go = async () => {
    if (state.chosen) await goBack(router)
    await router.navigate({ to: '/$c/actualites', params: { c }, search: { filter: 'all' }, replace: true })
  }
  return () => void go()
}
