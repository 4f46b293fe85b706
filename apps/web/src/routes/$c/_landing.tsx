import { LOADING_DELAY_MS } from '@parvis/contract/limits.ts'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/i18n.ts'
import { store } from '#web/kernel/stored.ts'
import { LandingView } from '#web/rooms/community/LandingView.tsx'
import { LandingWaiting } from '#web/rooms/community/LandingWaiting.tsx'
import { Controls } from '../-controls.tsx'
import { isOf, safeNext } from '../-guards.ts'
import { loadCommunity, loadSession, orNotFound } from '../-load.ts'

const Landing = () => <LandingView community={Route.useLoaderData()} controls={<Controls />}><Outlet /></LandingView>

export const Route = createFileRoute('/$c/_landing')({
  beforeLoad: async ({ context: { queryClient }, params: { c }, search }) => {
    const session = await loadSession(queryClient)
    if (session && isOf(session, c)) throw redirect({ href: safeNext((search as { next?: unknown }).next) ?? `/${session.customUri}/actualites`, replace: true })
  },
  loader: async ({ context: { queryClient }, params: { c } }) => {
    const [community] = await Promise.all([orNotFound(loadCommunity(queryClient, c)), loadTexts('community', 'session')])
    store('neighborhoodUri', community.customUri)
    return community
  },
  component: Landing,
  pendingComponent: LandingWaiting,
  pendingMs: LOADING_DELAY_MS,
})
