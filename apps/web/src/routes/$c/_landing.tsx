import { type ComponentType, lazy, Suspense } from 'react'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LandingView } from '#web/rooms/community/LandingView.tsx'
import { LandingWaiting } from '#web/rooms/community/LandingWaiting.tsx'
import type { SignedInElsewhereProps } from '#web/rooms/session/components/Elsewhere.tsx'
import { linkKeyOf, mayRegister } from '#web/rooms/session/link-keys.ts'
import { bringsLink, isOf, readNext } from '../-session/guards.ts'
import { enterCommunity, loadSession } from '../-session/load.ts'

/** Few come from another community of theirs. */
const SignedInElsewhere = lazy<ComponentType<SignedInElsewhereProps>>(() =>
  Promise.all([import('#web/rooms/session/components/Elsewhere.tsx'), loadTexts('entry')]).then(
    ([part]) => ({ default: part.SignedInElsewhere }),
    () => ({ default: () => null }),
  ),
)

const Landing = () => {
  const community = Route.useLoaderData()
  const { c } = Route.useParams()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  return (
    <LandingView
      community={community}
      open={mayRegister(community, linkKeyOf(c, community.customUri, community._id))}
      next={Route.useSearch().next}
      elsewhere={
        session &&
        !isOf(session, c) && (
          <Suspense>
            <SignedInElsewhere
              session={session}
              community={community}
              registers={false}
              onStay={home => void navigate({ to: '/$c/actualites', params: { c: home } })}
            />
          </Suspense>
        )
      }
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
