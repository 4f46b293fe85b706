import { stored } from '#web/kernel/device/stored.ts'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { LandingView } from '#web/features/community/LandingView.tsx'
import { LandingSkeleton } from '#web/features/community/LandingSkeleton.tsx'
import { findLinkKey, canRegister } from '#web/features/session/link-keys.ts'
import { hasLinkSecret, isInCommunity, readNext } from '#web/app/session/guards.ts'
import type { AboveLandingProps } from '#web/app/session/AboveLanding.tsx'
import { enterCommunity, loadSession } from '#web/app/session/load.ts'

/** Optional: if this section fails to load, the landing page is shown without it. */
const AboveLanding = lazy<ComponentType<AboveLandingProps>>(() =>
  import('#web/app/session/AboveLanding.tsx')
    .then(({ loadAboveLanding }) => loadAboveLanding())
    .catch(() => ({ default: () => null })),
)

const Landing = () => {
  const community = Route.useLoaderData()
  const { c } = Route.useParams()
  const { session } = Route.useRouteContext()
  const open = canRegister(community, findLinkKey(c, community.customUri, community._id))
  return (
    <LandingView
      community={community}
      isRegistrationOpen={open}
      next={Route.useSearch().next}
      aboveLogIn={
        (session ? !isInCommunity(session, c) : stored('hideTooltips') === null) && (
          <AboveLanding session={session} community={community} isRegistrationOpen={open} />
        )
      }
    >
      <Outlet />
    </LandingView>
  )
}

export const Route = createFileRoute('/$c/_landing')({
  // No code splitting: the landing page, which most people see first, is part of the initial bundle.
  codeSplitGroupings: [],
  validateSearch: readNext,
  beforeLoad: async ({ context: { queryClient }, params: { c }, location }) => {
    if (hasLinkSecret(location))
      throw (await import('#web/app/session/link-secrets.ts')).extractLinkSecrets(c, location)
    const session = await loadSession(queryClient)
    return { session }
  },
  loader: visit => enterCommunity(visit, visit.params.c, 'community'),
  component: Landing,
  pendingComponent: LandingSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
