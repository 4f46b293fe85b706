import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { BlockedPeople } from '#web/rooms/blocks/BlockedPeople.tsx'
import { AlertSettings } from '#web/rooms/notifications/AlertSettings.tsx'
import { NotificationSwitches } from '#web/rooms/notifications/NotificationSwitches.tsx'
import { QuietHours } from '#web/rooms/notifications/QuietHours.tsx'
import { PushSettings } from '#web/rooms/push/PushSettings.tsx'
import { useLogOut } from '#web/rooms/session/session.mutations.ts'
import { LastWays } from '#web/rooms/settings/LastWays.tsx'
import { LookSettings } from '#web/rooms/settings/LookSettings.tsx'
import { MyDevices } from '#web/rooms/settings/MyDevices.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useTitle } from '../../-frame/title.ts'
import { hidePerson } from '../../-session/hide-person.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t, explain } = useText()
  const community = app.useLoaderData()
  const { session, queryClient } = Route.useRouteContext()
  const logOut = useLogOut()
  const navigate = Route.useNavigate()
  // not as one file with the frame: what hides a person brings all of the chat with it, which the first screen would wait for
  const leave = async () => {
    await import('../../-session/forget-drafts.ts').then(({ forgetAllDrafts }) => forgetAllDrafts()).catch(() => {})
    void navigate({ to: '/$c', params: { c: community.customUri } })
  }
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
          <MyDevices />
          <LastWays
            leaving={logOut.isPending}
            onLogOut={() =>
              logOut.mutate(undefined, {
                onSuccess: leave,
                onError: error => showToast({ kind: 'error', text: explain(error) }),
              })
            }
          />
        </Stack>
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/parametres')({
  loader: () => loadTexts('notifications', 'push', 'blocks', 'settings'),
  staticData: { innerOf: 'me', ahead: ['notifications', 'push', 'blocks', 'settings'] },
  component: Screen,
})
