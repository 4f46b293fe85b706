import { createFileRoute, redirect } from '@tanstack/react-router'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LandingSkeleton } from '#web/features/community/LandingSkeleton.tsx'
import { VisitedInformationView } from '#web/features/information/VisitedInformationView.tsx'
import { isInCommunity } from '#web/app/session/guards.ts'
import { enterCommunity, loadSession } from '#web/app/session/load.ts'
import { useTextTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const community = Route.useLoaderData()
  useTextTitle('information.title', community)
  return <VisitedInformationView community={community} />
}

/** The information page for visitors. Members are redirected to their own page; private communities need a log-in. */
export const Route = createFileRoute('/$c/infos')({
  loader: async visit => {
    const { c } = visit.params
    const session = await loadSession(visit.context.queryClient)
    if (session && isInCommunity(session, c)) throw redirect({ to: '/$c/informations', params: { c }, replace: true })
    const [community] = await Promise.all([enterCommunity(visit, c, 'community'), loadTexts('information')])
    if (community.isPrivate)
      throw redirect({
        to: '/$c/connexion',
        params: { c },
        search: { next: `/${community.customUri}/informations` },
        replace: true,
      })
    return community
  },
  component: Screen,
  pendingComponent: LandingSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
