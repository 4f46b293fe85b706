import { useSyncExternalStore } from 'react'
import { showInstallPrompt, onInstallMethodChange, installMethod } from '#web/kernel/device/install-offer.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import css from './InstallSetting.module.css'

/** Setting to install the app; renders nothing where the app is installed or cannot be installed. */
export const InstallSetting = () => {
  const { t } = useText()
  const method = useSyncExternalStore(onInstallMethodChange, installMethod)
  if (method === 'none' || method === 'done') return null
  return (
    <SettingsGroup title={t('homescreen.title')}>
      <Card className={css.card}>
        <p>{t(method === 'ask' ? 'homescreen.text' : 'homescreen.text.byhand')}</p>
        {method === 'ask' && (
          <Button icon="smartphone" onClick={() => void showInstallPrompt()}>
            {t('homescreen.install')}
          </Button>
        )}
      </Card>
    </SettingsGroup>
  )
}
