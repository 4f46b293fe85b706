import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { LandingSkeleton } from '#web/features/community/LandingSkeleton.tsx'
import { VisitedInformationView } from '#web/features/information/VisitedInformationView.tsx'
import { loadVisited } from '#web/app/session/load-visited.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const community = Route.useLoaderData()
  useTextTitle('information.title', community)
  return <VisitedInformationView community={community} />
}

/** The information page for visitors. Members are redirected to their own page; private communities need a log-in. */
export const Route = createFileRoute('/$c/infos')({
  loader: async visit =>
    (await Promise.all([loadVisited(visit, 'informations', () => true), loadTexts('information')]))[0],
  component: Screen,
  pendingComponent: LandingSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
