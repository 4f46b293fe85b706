import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { Announcer } from '#web/app/frame/Announcer.tsx'
import { Failure } from '#web/app/failures/Failure.tsx'
import { Obsolete } from '#web/app/failures/obsolete-screen.ts'
import { readNext, redirectToSetup, needsSetupFirst } from '#web/app/session/guards.ts'
import { tryLoadSession } from '#web/app/session/load.ts'
import { useSessionWatch } from '#web/app/session/session-watch.ts'

const Root = () => {
  const obsolete = useSessionWatch()
  return (
    <>
      {obsolete ? <Obsolete /> : <Outlet />}
      <Announcer />
    </>
  )
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient }, location, matches }) => {
    const { href, searchStr, hash, state, search } = location
    const requested = {
      routeId: matches.at(-1)!.routeId,
      href,
      searchStr,
      hash,
      token: state.token,
      ...readNext(search),
    }
    if (!needsSetupFirst(requested)) return
    // An error is ignored here: the screens that need the session report it.
    const session = await tryLoadSession(queryClient)
    if (session?.needSecondFactor || session?.needUpdate) throw redirectToSetup(session, requested)
  },
  loader: () => loadTexts('common', 'errors'),
  component: Root,
  errorComponent: Failure,
  // Loaded lazily: a 404 means that the server is reachable.
  notFoundComponent: lazyRouteComponent(() => import('#web/app/failures/NotFound.tsx'), 'NotFound'),
})
