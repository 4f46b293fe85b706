import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { AppWaiting } from '#web/rooms/community/AppWaiting.tsx'
import { MemberFrame } from './-frame/MemberFrame.tsx'
import { enterCommunity, lastCommunity, loadSession } from './-session/load.ts'

const Installation = () => (
  <MemberFrame community={Route.useLoaderData()} session={Route.useRouteContext().session}>
    <Outlet />
  </MemberFrame>
)

/** What concerns all communities, for webmasters: within the frame of the community that they are signed in to. */
export const Route = createFileRoute('/gestion')({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await loadSession(queryClient)
    const last = lastCommunity()
    if (!session)
      throw last
        ? redirect({ to: '/$c/connexion', params: { c: last }, search: { next: location.href }, replace: true })
        : redirect({ to: '/communautes', search: { rejoindre: true }, replace: true })
    const params = { c: session.customUri }
    if (!session.abilities.runInstallation)
      throw session.abilities.runCommunity
        ? redirect({ to: '/$c/gestion', params, replace: true })
        : redirect({ to: '/$c/actualites', params, replace: true })
    return { session }
  },
  loader: ({ context: { queryClient, session } }) =>
    enterCommunity(queryClient, session.customUri, 'community', 'session'),
  component: Installation,
  pendingComponent: AppWaiting,
  pendingMs: LOADING_DELAY_MS,
})
