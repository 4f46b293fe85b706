import { createFileRoute, Outlet } from '@tanstack/react-router'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { AppSkeleton } from '#web/features/community/AppSkeleton.tsx'
import { MemberFrame } from '#web/app/frame/MemberFrame.tsx'
import { enterCommunity, loadSession } from '#web/app/session/load.ts'

const Installation = () => (
  <MemberFrame community={Route.useLoaderData()} session={Route.useRouteContext().session}>
    <Outlet />
  </MemberFrame>
)

/** The webmasters' screens about all communities, in the frame of the community they are signed in to. */
export const Route = createFileRoute('/gestion')({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await loadSession(queryClient)
    const { requireWebmaster } = await import('#web/app/session/webmaster-guard.ts')
    return { session: requireWebmaster(session, location.href) }
  },
  loader: visit => enterCommunity(visit, visit.context.session.customUri, 'session'),
  component: Installation,
  pendingComponent: AppSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
