import { type HistoryState, type RegisteredRouter, useLocation, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before this one was the choice of a template, which is of no use once it is published. */
    chosen?: true
  }
}

/** For links from the tiles to what is made from one. */
export const chosen: HistoryState = { chosen: true }

/** One step back; the router has heard of it. */
const goBack = (router: RegisteredRouter) =>
  new Promise<void>(done => {
    const stop = router.history.subscribe(() => {
      stop()
      done()
    })
    router.history.back()
  })

/**
 * Leads to the feed once something is published: among all posts, whatever the last filter was, for the new one stands
 * at its top. The feed takes the place of the form and of the tiles before it, so that the way back leads to where one
 * was before.
 */
export const useToFeed = (c: string): (() => void) => {
  const router = useRouter()
  const { state } = useLocation()
  const go = async () => {
    if (state.chosen) await goBack(router)
    await router.navigate({ to: '/$c/actualites', params: { c }, search: { filter: 'all' }, replace: true })
  }
  return () => void go()
}
