import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { BlockedPeople } from '#web/rooms/blocks/BlockedPeople.tsx'
import { AlertSettings } from '#web/rooms/notifications/AlertSettings.tsx'
import { DeviceSettings } from '#web/rooms/session/components/DeviceSettings.tsx'
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
  useTitle(t('notifications.settings.title'), community.name)
  return (
    <>
      <TopBar
        title={t('notifications.settings.title')}
        back={{ to: '/$c/actualites', params: { c: community.customUri } }}
      />
      <Main>
        <Stack gap={6}>
          <AlertSettings community={community} beTold={session.abilities.beTold} isGuest={session.role === 'guest'} />
          {session.role === 'neighbor' && (
            <BlockedPeople onChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
          )}
          <DeviceSettings />
        </Stack>
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/parametres')({
  loader: () => loadTexts('notifications', 'blocks'),
  staticData: { innerOf: 'me', ahead: ['notifications', 'blocks'] },
  component: Screen,
})
