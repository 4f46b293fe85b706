import { useSyncExternalStore } from 'react'
import { install, onInstallOffer, waysToInstall } from '#web/kernel/device/install-offer.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Group } from '#web/ui/Group.tsx'
import css from './InstallSetting.module.css'

/** Setting to install the app; renders nothing where it is installed or cannot be. */
export const InstallSetting = () => {
  const { t } = useText()
  const way = useSyncExternalStore(onInstallOffer, waysToInstall)
  if (way === 'none' || way === 'done') return null
  return (
    <Group title={t('homescreen.title')}>
      <Card className={css.card}>
        <p>{t(way === 'ask' ? 'homescreen.text' : 'homescreen.text.byhand')}</p>
        {way === 'ask' && (
          <Button icon="smartphone" onClick={() => void install()}>
            {t('homescreen.install')}
          </Button>
        )}
      </Card>
    </Group>
  )
}
