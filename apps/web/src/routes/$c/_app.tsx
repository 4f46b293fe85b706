import { LOADING_DELAY_MS } from '@parvis/contract/limits.ts'
import { createFileRoute, Outlet, redirect, useMatches, useNavigate } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/i18n.ts'
import { AppWaiting } from '#web/rooms/community/AppWaiting.tsx'
import { tabsOf } from '#web/rooms/community/tabs.ts'
import { MeMenu } from '#web/rooms/session/components/MeMenu.tsx'
import { Frame } from '#web/ui/Frame.tsx'
import { doorOf } from '../-guards.ts'
import { enterCommunity, loadCommunity, loadSession } from '../-load.ts'

const App = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const community = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const innerOf = useMatches({ select: matches => matches.at(-1)?.staticData.innerOf })
  const params = { c: community.customUri }
  const me = (where: 'bar' | 'rail') => <MeMenu user={session} where={where} onLeft={() => void navigate({ to: '/$c', params })} />
  return (
    <Frame
      place={{ name: community.name, detail: community.city, logoUri: community.logoUri, target: { to: '/$c/actualites', params } }}
      tabs={tabsOf(community, session.abilities, t)}
      innerOf={innerOf}
      me={me}
      column={<Outlet />}
    />
  )
}

export const Route = createFileRoute('/$c/_app')({
  beforeLoad: async ({ context: { queryClient }, params: { c }, location }) => {
    // not waited for here: both are under way while the session is asked for
    loadCommunity(queryClient, c).catch(() => {})
    loadTexts('community', 'session').catch(() => {})
    const session = await loadSession(queryClient)
    const door = doorOf(session, c)
    if (!session || door === 'login') throw redirect({ to: '/$c/connexion', params: { c }, search: { next: location.href }, replace: true })
    if (door === 'landing') throw redirect({ to: '/$c', params: { c }, replace: true })
    return { session }
  },
  loader: ({ context: { queryClient }, params: { c } }) => enterCommunity(queryClient, c, 'community', 'session'),
  component: App,
  pendingComponent: AppWaiting,
  pendingMs: LOADING_DELAY_MS,
})
