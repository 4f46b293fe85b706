import { LOADING_DELAY_MS } from '@parvis/contract/limits.ts'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { LandingView } from '#web/rooms/community/LandingView.tsx'
import { LandingWaiting } from '#web/rooms/community/LandingWaiting.tsx'
import { isOf, safeNext } from '../-guards.ts'
import { enterCommunity, loadSession } from '../-load.ts'

const Landing = () => <LandingView community={Route.useLoaderData()}><Outlet /></LandingView>

export const Route = createFileRoute('/$c/_landing')({
  beforeLoad: async ({ context: { queryClient }, params: { c }, search }) => {
    const session = await loadSession(queryClient)
    if (session && isOf(session, c)) throw redirect({ href: safeNext((search as { next?: unknown }).next) ?? `/${session.customUri}/actualites`, replace: true })
  },
  loader: ({ context: { queryClient }, params: { c } }) => enterCommunity(queryClient, c, 'community'),
  component: Landing,
  pendingComponent: LandingWaiting,
  pendingMs: LOADING_DELAY_MS,
})
