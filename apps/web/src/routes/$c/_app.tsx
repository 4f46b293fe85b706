import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { AppWaiting } from '#web/features/community/AppWaiting.tsx'
import { doorOf } from '../-session/guards.ts'
import { enterCommunity, loadCommunity, loadSession } from '../-session/load.ts'
import { MemberFrame } from '../-frame/MemberFrame.tsx'
import { loadSuspendedPart } from '../-frame/suspended-part.ts'

const App = () => (
  <MemberFrame community={Route.useLoaderData()} session={Route.useRouteContext().session}>
    <Outlet />
  </MemberFrame>
)

export const Route = createFileRoute('/$c/_app')({
  beforeLoad: async ({ context: { queryClient }, params: { c }, location }) => {
    // Started early, without awaiting: both load while the session is being requested.
    loadCommunity(queryClient, c).catch(() => {})
    loadTexts('session').catch(() => {})
    const session = await loadSession(queryClient)
    const door = doorOf(session, c)
    // Visitors of an open community may read its deals and its information too.
    if (door !== 'in' && /^\/[^/]+\/(?:vie-locale|informations|annonce)\/?$/.test(location.pathname)) {
      const { leadVisitor } = await import('../-session/visited.ts')
      const led = session && door === 'login' ? null : await leadVisitor(queryClient, c, location)
      if (led) throw led
    }
    if (!session || door === 'login')
      throw redirect({ to: '/$c/connexion', params: { c }, search: { next: location.href }, replace: true })
    if (door === 'landing') throw redirect({ to: '/$c', params: { c }, replace: true })
    return { session }
  },
  loader: async visit => {
    const { session } = visit.context
    // The suspension bar arrives together with the screen below it, so that nothing shifts.
    const suspended = session.suspendedUntil && loadSuspendedPart().catch(() => {})
    const community = await enterCommunity(visit, visit.params.c, 'session')
    await suspended
    return community
  },
  component: App,
  pendingComponent: AppWaiting,
  pendingMs: LOADING_DELAY_MS,
})
