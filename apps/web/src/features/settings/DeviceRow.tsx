import type { MySession } from '@parvis/contract/session.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { shortDay, ageInSentence } from '#web/kernel/text/age-in-sentence.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { deviceName } from './device-name.ts'
import css from './setting-row.module.css'

const icons = { phone: 'smartphone', tablet: 'tablet', computer: 'monitor' } as const

export interface DeviceRowProps {
  device: MySession
  busy: boolean
  /** Whether the log-out button of the row is focused when it is rendered. */
  focused?: boolean
  /** Absent for the current device, which is logged out elsewhere in the settings. */
  onLogOut?: () => void
}

/** One device: its name, the day of its log-in and, for other devices than this one, when it was last used. */
export const DeviceRow = ({ device, busy, focused, onLogOut }: DeviceRowProps) => {
  const { t, language } = useText()
  const format = useFormat()
  const name = deviceName(t, device)
  const day = shortDay(new Date(device.dateAdded), language)
  return (
    <li className={css.row}>
      <span className={css.picture}>
        <Icon name={device.kind ? icons[device.kind] : 'globe'} />
      </span>
      <span className={css.rest}>
        <span className={css.what}>
          <b>{name}</b>
          <small>
            {onLogOut
              ? t('settings.devices.seen', { ...ageInSentence(format, device.lastSeen), day })
              : t('settings.devices.since', { day })}
          </small>
        </span>
        {onLogOut ? (
          <Button
            size="s"
            busy={busy}
            autoFocus={focused}
            aria-label={t('settings.devices.out.of', { name })}
            onClick={onLogOut}
          >
            {t('settings.devices.out')}
          </Button>
        ) : (
          <Badge kind="team">{t('settings.devices.here')}</Badge>
        )}
      </span>
    </li>
  )
}
