import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { AlertSettings } from '#web/rooms/notifications/AlertSettings.tsx'
import { NotificationSwitches } from '#web/rooms/notifications/NotificationSwitches.tsx'
import { QuietHours } from '#web/rooms/notifications/QuietHours.tsx'
import { PushSettings } from '#web/rooms/push/PushSettings.tsx'
import { LookSettings } from '#web/rooms/settings/LookSettings.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useTitle } from '../../-frame/title.ts'

// what they begin with is not held up by what they end with
const SettingsOfAccount = lazy(async () => {
  const [part] = await Promise.all([import('../../-session/SettingsOfAccount.tsx'), loadTexts('blocks', 'leaving')])
  return { default: part.SettingsOfAccount }
})

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  // not as one file with the frame: what hides a person brings all of the chat with it, which the first screen would wait for
  const left = async (ended?: 'noswitch') => {
    await import('../../-session/forget-drafts.ts').then(({ forgetAllDrafts }) => forgetAllDrafts()).catch(() => {})
    const params = { c: community.customUri }
    void navigate(ended ? { to: '/$c/connexion', params, search: { ended } } : { to: '/$c', params })
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
          <Suspense>
            <SettingsOfAccount session={session} onLeft={left} />
          </Suspense>
        </Stack>
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/parametres')({
  loader: () => loadTexts('notifications', 'push', 'settings'),
  staticData: { innerOf: 'me', ahead: ['notifications', 'push', 'settings'] },
  component: Screen,
})
