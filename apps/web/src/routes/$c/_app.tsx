import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { AppWaiting } from '#web/rooms/community/AppWaiting.tsx'
import { doorOf } from '../-session/guards.ts'
import { enterCommunity, loadCommunity, loadSession } from '../-session/load.ts'
import { MemberFrame } from '../-frame/MemberFrame.tsx'

const App = () => (
  <MemberFrame community={Route.useLoaderData()} session={Route.useRouteContext().session}>
    <Outlet />
  </MemberFrame>
)

export const Route = createFileRoute('/$c/_app')({
  beforeLoad: async ({ context: { queryClient }, params: { c }, location }) => {
    // not waited for here: both are under way while the session is asked for
    loadCommunity(queryClient, c).catch(() => {})
    loadTexts('community', 'session').catch(() => {})
    const session = await loadSession(queryClient)
    const door = doorOf(session, c)
    // the deals are there for visitors too, where the community is open
    if (!session && /^\/[^/]+\/vie-locale\/?$/.test(location.pathname))
      throw redirect({ to: '/$c/bons-plans', params: { c }, replace: true })
    if (!session && /^\/[^/]+\/annonce\/?$/.test(location.pathname)) {
      const { leadToDeal } = await import('../-session/visited-deal.ts')
      const led = await leadToDeal(queryClient, (location.search as { id?: unknown }).id)
      if (led) throw led
    }
    if (!session || door === 'login')
      throw redirect({ to: '/$c/connexion', params: { c }, search: { next: location.href }, replace: true })
    if (door === 'landing') throw redirect({ to: '/$c', params: { c }, replace: true })
    return { session }
  },
  loader: ({ context: { queryClient }, params: { c } }) => enterCommunity(queryClient, c, 'community', 'session'),
  component: App,
  pendingComponent: AppWaiting,
  pendingMs: LOADING_DELAY_MS,
})
