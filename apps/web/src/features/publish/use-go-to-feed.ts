import { type HistoryState, type RegisteredRouter, useLocation, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the template was chosen on the screen of the previous history entry, which publishing removes. */
    isTemplateChosen?: true
  }
}

export const chosen: HistoryState = { isTemplateChosen: true }

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
    if (state.isTemplateChosen) await goBack(router)
    await router.navigate({ to: '/$c/actualites', params: { c }, search: { filter: 'all' }, replace: true })
  }
  return () => void go()
}
