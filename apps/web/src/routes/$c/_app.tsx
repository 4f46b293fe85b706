import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { AppSkeleton } from '#web/features/community/AppSkeleton.tsx'
import { accessOf } from '#web/app/session/guards.ts'
import { enterCommunity, loadCommunity, loadSession } from '#web/app/session/load.ts'
import { MemberFrame } from '#web/app/frame/MemberFrame.tsx'
import { loadSuspendedModule } from '#web/app/frame/load-suspended.ts'

const App = () => (
  <MemberFrame community={Route.useLoaderData()} session={Route.useRouteContext().session}>
    <Outlet />
  </MemberFrame>
)

export const Route = createFileRoute('/$c/_app')({
  beforeLoad: async ({ context: { queryClient }, params: { c }, location }) => {
    // Not awaited: these requests run while the session is being requested.
    loadCommunity(queryClient, c).catch(() => {})
    loadTexts('session').catch(() => {})
    const session = await loadSession(queryClient)
    const access = accessOf(session, c)
    // In an open community, people who are not members may also read the deals and the information page.
    if (access !== 'in' && /^\/[^/]+\/(?:vie-locale|informations|annonce)\/?$/.test(location.pathname)) {
      const { redirectVisitor } = await import('#web/app/session/visitor-redirect.ts')
      const visitorRedirect = session && access === 'login' ? null : await redirectVisitor(queryClient, c, location)
      if (visitorRedirect) throw visitorRedirect
    }
    if (!session || access === 'login')
      throw redirect({ to: '/$c/connexion', params: { c }, search: { next: location.href }, replace: true })
    if (access === 'landing') throw redirect({ to: '/$c', params: { c }, replace: true })
    return { session }
  },
  loader: async visit => {
    const { session } = visit.context
    // Loads the suspension bar before the screen is rendered, so that the layout does not shift.
    const suspended = session.suspendedUntil && loadSuspendedModule().catch(() => {})
    const community = await enterCommunity(visit, visit.params.c, 'session')
    await suspended
    return community
  },
  component: App,
  pendingComponent: AppSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
