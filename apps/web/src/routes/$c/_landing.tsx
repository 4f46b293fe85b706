import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { LandingView } from '#web/rooms/community/LandingView.tsx'
import { LandingWaiting } from '#web/rooms/community/LandingWaiting.tsx'
import { linkKeyOf, mayRegister } from '#web/rooms/session/link-keys.ts'
import { bringsLink, readNext } from '../-session/guards.ts'
import { enterCommunity, loadSession } from '../-session/load.ts'

const Landing = () => {
  const community = Route.useLoaderData()
  const { c } = Route.useParams()
  return (
    <LandingView
      community={community}
      open={mayRegister(community, linkKeyOf(c, community.customUri, community._id))}
      next={Route.useSearch().next}
    >
      <Outlet />
    </LandingView>
  )
}

export const Route = createFileRoute('/$c/_landing')({
  // the page that most people see first comes with the app
  codeSplitGroupings: [],
  validateSearch: readNext,
  beforeLoad: async ({ context: { queryClient }, params: { c }, location }) => {
    if (bringsLink(location)) throw (await import('../-session/arrival.ts')).takeLink(c, location)
    const session = await loadSession(queryClient)
    return { session }
  },
  loader: visit => enterCommunity(visit, visit.params.c, 'community'),
  component: Landing,
  pendingComponent: LandingWaiting,
  pendingMs: LOADING_DELAY_MS,
})
