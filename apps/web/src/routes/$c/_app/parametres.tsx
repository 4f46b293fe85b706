import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { AlertSettings } from '#web/rooms/notifications/AlertSettings.tsx'
import { DeviceSettings } from '#web/rooms/session/components/DeviceSettings.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useTitle } from '../../-frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
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
          <DeviceSettings />
        </Stack>
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/parametres')({
  loader: () => loadTexts('notifications'),
  staticData: { innerOf: 'live', ahead: ['notifications'] },
  component: Screen,
})
