import type { MySession } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { deviceName } from './device-name.ts'
import { useLogOutOtherDevices } from './devices.mutations.ts'
import { devicesQuery } from './devices.queries.ts'
import css from './MyDevices.module.css'

/** Number of other devices shown at first. A single further one is shown too, in place of the button that shows all. */
const INITIAL_ROWS = 3

/** The devices where the viewer is logged in, this one first, with buttons to log out the others. */
export const MyDevices = () => {
  const { t, explain } = useText()
  const query = useQuery(devicesQuery())
  const logOut = useLogOutOtherDevices()
  /** The device whose log-out awaits confirmation; `others` for all other devices. */
  const [confirming, setConfirming] = useState<MySession | 'others' | null>(null)
  const state = viewStateOf(query)
  const [showsAll, setShowsAll] = useState(false)
  const devices = [...(query.data ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeen.localeCompare(a.lastSeen),
  )
  const others = devices.filter(({ current }) => !current)
  const initialCount = devices.length - others.length + INITIAL_ROWS
  const visible = showsAll || devices.length <= initialCount + 1 ? devices : devices.slice(0, initialCount)
  const messageFor = (one: MySession | null, outcome: 'done' | 'failed') =>
    one ? t(`settings.devices.out.${outcome}`, { name: deviceName(t, one) }) : t(`settings.devices.others.${outcome}`)
  const logOutDevice = (one: MySession | null) => {
    setConfirming(null)
    logOut.mutate(one, {
      onSuccess: () => showToast({ text: messageFor(one, 'done') }),
      onError: error => showToast({ kind: 'error', text: `${messageFor(one, 'failed')} ${explain(error)}` }),
    })
  }
  return (
    <SettingsGroup title={t('settings.devices')} rowCount={devices.length}>
      {state === 'waiting' && (
        <Card className={css.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton shape="disc" />
          <div>
            <Skeleton width={56} />
            <Skeleton width={36} />
          </div>
        </Card>
      )}
      {state === 'failed' && <GroupError query={query} title={t('settings.devices.failed')} />}
      <GroupLastUpdated query={query} />
      {query.data && (
        <Card>
          <ul className={css.list}>
            {visible.map((one, at) => (
              <DeviceRow
                key={one._id}
                device={one}
                focused={showsAll && at === initialCount}
                busy={logOut.isPending}
                onLogOut={one.current ? undefined : () => setConfirming(one)}
              />
            ))}
          </ul>
          <div className={css.foot}>
            {visible.length < devices.length && (
              <Button kind="quiet" icon="chevron-down" onClick={() => setShowsAll(true)}>
                {t('settings.devices.more', { count: devices.length - visible.length })}
              </Button>
            )}
            {others.length === 0 ? (
              <p>{t('settings.devices.only')}</p>
            ) : (
              <Button
                kind="danger-quiet"
                icon="log-out"
                busy={logOut.isPending}
                onClick={() => setConfirming('others')}
              >
                {t('settings.devices.others')}
              </Button>
            )}
          </div>
        </Card>
      )}
      {confirming === 'others' && (
        <ConfirmDialog
          title={t('settings.devices.others.title')}
          text={t('settings.devices.others.text', { count: others.length })}
          confirmLabel={t('settings.devices.others.yes')}
          icon="log-out"
          onConfirm={() => logOutDevice(null)}
          onClose={() => setConfirming(null)}
        />
      )}
      {confirming && confirming !== 'others' && (
        <ConfirmDialog
          title={t('settings.devices.out.title', { name: deviceName(t, confirming) })}
          text={t('settings.devices.out.text')}
          confirmLabel={t('settings.devices.out')}
          icon="log-out"
          onConfirm={() => logOutDevice(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </SettingsGroup>
  )
}
