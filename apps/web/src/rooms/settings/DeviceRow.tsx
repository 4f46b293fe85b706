import type { MySession } from '@parvis/contract/session.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { deviceName } from './device-name.ts'
import css from './setting-row.module.css'

const icons = { phone: 'smartphone', tablet: 'tablet', computer: 'monitor' } as const

export interface DeviceRowProps {
  device: MySession
  busy: boolean
  /** Not for the device in hand: its way out is the log-out. */
  onLogOut?: () => void
}

/** One device: what it is, since when and till when it was used. */
export const DeviceRow = ({ device, busy, onLogOut }: DeviceRowProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const name = deviceName(t, device)
  return (
    <li className={css.row}>
      <span className={css.picture}>
        <Icon name={device.kind ? icons[device.kind] : 'globe'} />
      </span>
      <span className={css.what}>
        <b>{name}</b>
        <small>{t('settings.devices.since', { when: ago(device.dateAdded) })}</small>
        {onLogOut && <small>{t('settings.devices.seen', { when: ago(device.lastSeen) })}</small>}
      </span>
      {onLogOut ? (
        <Button size="s" busy={busy} aria-label={t('settings.devices.out.of', { name })} onClick={onLogOut}>
          {t('settings.devices.out')}
        </Button>
      ) : (
        <Badge kind="team">{t('settings.devices.here')}</Badge>
      )}
    </li>
  )
}
