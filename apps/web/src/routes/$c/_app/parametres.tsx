import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'
import { loadTexts, withTexts, useText } from '#web/kernel/text/i18n.ts'
import { AlertSettings } from '#web/features/notifications/AlertSettings.tsx'
import { DigestSettings } from '#web/features/digests/DigestSettings.tsx'
import { NotificationSwitches } from '#web/features/notifications/NotificationSwitches.tsx'
import { QuietHours } from '#web/features/notifications/QuietHours.tsx'
import { InstallSetting } from '#web/features/home-screen/InstallSetting.tsx'
import { PushSettings } from '#web/features/push/PushSettings.tsx'
import { AppearanceSettings } from '#web/features/settings/AppearanceSettings.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { Main } from '#web/ui/Main.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useMember, useTitle } from '#web/app/frame/screen.ts'
import { SettingsLastUpdated } from '#web/app/session/SettingsLastUpdated.tsx'

// Loaded lazily, so that the settings of the device do not wait for the settings of the account.
const loadAccountSettings = () =>
  withTexts(import('#web/app/session/AccountSettings.tsx'), 'blocks', 'leaving', 'second-factor')

type AccountSettingsModule = Awaited<ReturnType<typeof loadAccountSettings>>

/** The module of the account settings; null until it is loaded. It is requested again when the network is back. */
const useAccountSettingsModule = (): AccountSettingsModule | null => {
  const online = useOnline()
  const [part, setPart] = useState<AccountSettingsModule | null>(null)
  useEffect(() => {
    if (!part) loadAccountSettings().then(setPart, onChunkLoadFailed)
  }, [part, online])
  return part
}

const Screen = () => {
  const { t } = useText()
  const { community, session } = useMember()
  const navigate = Route.useNavigate()
  const onLeft = (ended?: 'noswitch') => {
    const params = { c: community.customUri }
    void navigate(ended ? { to: '/$c/connexion', params, search: { ended } } : { to: '/$c', params })
  }
  useTitle(t('settings.title'), community.name)
  const account = useAccountSettingsModule()
  return (
    <>
      <TopBar title={t('settings.title')} backTarget={{ to: '/$c/actualites', params: { c: community.customUri } }} />
      <Main>
        <Stack gap={6}>
          <SettingsLastUpdated />
          <AlertSettings
            community={community}
            canBeNotified={session.abilities.beTold}
            isGuest={session.role === 'guest'}
            isSuspended={session.suspendedUntil !== null}
          />
          {session.abilities.beTold && <NotificationSwitches role={session.role} />}
          {session.abilities.beTold && (
            <PushSettings me={session}>
              <QuietHours />
            </PushSettings>
          )}
          {(session.abilities.beTold || session.suspendedUntil !== null) && <DigestSettings />}
          <AppearanceSettings />
          <InstallSetting />
          {account && <account.AccountSettings community={community} session={session} onLeft={onLeft} />}
        </Stack>
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/parametres')({
  loader: () => loadTexts('notifications', 'push', 'settings', 'home-screen'),
  staticData: { innerOf: 'me' },
  component: Screen,
})
