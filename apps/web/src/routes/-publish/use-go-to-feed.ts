import { type HistoryState, type RegisteredRouter, useLocation, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The history entry before this one is the choice of a template, which is of no use after publishing. */
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

/** Leads to the unfiltered feed after publishing; it replaces the form and the tiles in the history. */
export const useGoToFeed = (c: string): (() => void) => {
  const router = useRouter()
  const { state } = useLocation()
  const go = async () => {
    if (state.chosen) await goBack(router)
    await router.navigate({ to: '/$c/actualites', params: { c }, search: { filter: 'all' }, replace: true })
  }
  return () => void go()
}
