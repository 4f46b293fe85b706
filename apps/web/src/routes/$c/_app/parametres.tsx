import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { BlockedPeople } from '#web/rooms/blocks/BlockedPeople.tsx'
import { MyData } from '#web/rooms/leaving/MyData.tsx'
import { AlertSettings } from '#web/rooms/notifications/AlertSettings.tsx'
import { NotificationSwitches } from '#web/rooms/notifications/NotificationSwitches.tsx'
import { QuietHours } from '#web/rooms/notifications/QuietHours.tsx'
import { PushSettings } from '#web/rooms/push/PushSettings.tsx'
import { useLeave } from '#web/rooms/session/use-leave.ts'
import { LastWays } from '#web/rooms/settings/LastWays.tsx'
import { LookSettings } from '#web/rooms/settings/LookSettings.tsx'
import { MyCommunities } from '#web/rooms/settings/MyCommunities.tsx'
import { MyDevices } from '#web/rooms/settings/MyDevices.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useTitle } from '../../-frame/title.ts'
import { hidePerson } from '../../-session/hide-person.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session, queryClient } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  // not as one file with the frame: what hides a person brings all of the chat with it, which the first screen would wait for
  const { leave, leaving, goTo, goingTo } = useLeave(async ended => {
    await import('../../-session/forget-drafts.ts').then(({ forgetAllDrafts }) => forgetAllDrafts()).catch(() => {})
    const params = { c: community.customUri }
    void navigate(ended ? { to: '/$c/connexion', params, search: { ended } } : { to: '/$c', params })
  })
  useTitle(t('settings.title'), community.name)
  return (
    <>
      <TopBar title={t('settings.title')} back={{ to: '/$c/actualites', params: { c: community.customUri } }} />
      <Main>
        <Stack gap={6}>
          <AlertSettings community={community} beTold={session.abilities.beTold} isGuest={session.role === 'guest'} />
          {session.abilities.beTold && <NotificationSwitches role={session.role} />}
          {session.abilities.beTold && (
            <PushSettings me={session}>
              <QuietHours />
            </PushSettings>
          )}
          <LookSettings />
          {session.role === 'neighbor' && (
            <BlockedPeople onChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
          )}
          <MyCommunities
            memberships={session.memberships}
            communityId={session.communityId}
            goingTo={goingTo}
            onSwitch={goTo}
          />
          <MyDevices />
          {session.role !== 'guest' && <MyData />}
          <LastWays leaving={leaving} onLogOut={leave} />
        </Stack>
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/parametres')({
  loader: () => loadTexts('notifications', 'push', 'blocks', 'settings', 'leaving'),
  staticData: { innerOf: 'me', ahead: ['notifications', 'push', 'blocks', 'settings', 'leaving'] },
  component: Screen,
})
