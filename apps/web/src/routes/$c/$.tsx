import { createFileRoute, notFound } from '@tanstack/react-router'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { AppSkeleton } from '#web/features/community/AppSkeleton.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { isInCommunity } from '#web/app/session/guards.ts'
import { enterCommunity, loadSession } from '#web/app/session/load.ts'
import { MemberFrame } from '#web/app/frame/MemberFrame.tsx'
import { NotFoundMessage } from '#web/app/failures/NotFound.tsx'

const NotFoundScreen = () => {
  const { community, session } = Route.useLoaderData()
  return (
    <MemberFrame community={community} session={session}>
      <TopBar />
      <Main>
        <NotFoundMessage />
      </Main>
    </MemberFrame>
  )
}

/** An unknown path: members see the frame with its tabs, everybody else the not-found screen of the root. */
export const Route = createFileRoute('/$c/$')({
  loader: async visit => {
    const { c } = visit.params
    const session = await loadSession(visit.context.queryClient)
    if (!session || !isInCommunity(session, c)) throw notFound()
    return { session, community: await enterCommunity(visit, c, 'session') }
  },
  component: NotFoundScreen,
  pendingComponent: AppSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
