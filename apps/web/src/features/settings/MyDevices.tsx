import type { MySession } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Group } from '#web/ui/Group.tsx'
import { GroupFailed, GroupSeen } from '#web/ui/GroupSeen.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { deviceName } from './device-name.ts'
import { useLogOutElsewhere } from './devices.mutations.ts'
import { devicesQuery } from './devices.queries.ts'
import css from './MyDevices.module.css'

/** Other devices shown at first; one more than that is shown too, in place of the button. */
const FEW = 3

/** The devices where the viewer is logged in, this one first, with buttons to log out the others. */
export const MyDevices = () => {
  const { t, explain } = useText()
  const query = useQuery(devicesQuery())
  const logOut = useLogOutElsewhere()
  /** Waiting for confirmation; `others` is all of them. */
  const [asked, setAsked] = useState<MySession | 'others' | null>(null)
  const state = stateOf(query)
  const [all, setAll] = useState(false)
  const devices = [...(query.data ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeen.localeCompare(a.lastSeen),
  )
  const others = devices.filter(({ current }) => !current)
  const few = devices.length - others.length + FEW
  const shown = all || devices.length <= few + 1 ? devices : devices.slice(0, few)
  const tell = (one: MySession | null, outcome: 'done' | 'failed') =>
    one ? t(`settings.devices.out.${outcome}`, { name: deviceName(t, one) }) : t(`settings.devices.others.${outcome}`)
  const leave = (one: MySession | null) => {
    setAsked(null)
    logOut.mutate(one, {
      onSuccess: () => showToast({ text: tell(one, 'done') }),
      onError: error => showToast({ kind: 'error', text: `${tell(one, 'failed')} ${explain(error)}` }),
    })
  }
  return (
    <Group title={t('settings.devices')} rows={devices.length}>
      {state === 'waiting' && (
        <Card className={css.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton shape="disc" />
          <div>
            <Skeleton width={56} />
            <Skeleton width={36} />
          </div>
        </Card>
      )}
      {state === 'failed' && <GroupFailed query={query} title={t('settings.devices.failed')} />}
      <GroupSeen query={query} />
      {query.data && (
        <Card>
          <ul className={css.list}>
            {shown.map((one, at) => (
              <DeviceRow
                key={one._id}
                device={one}
                focused={all && at === few}
                busy={logOut.isPending}
                onLogOut={one.current ? undefined : () => setAsked(one)}
              />
            ))}
          </ul>
          <div className={css.foot}>
            {shown.length < devices.length && (
              <Button kind="quiet" icon="chevron-down" onClick={() => setAll(true)}>
                {t('settings.devices.more', { count: devices.length - shown.length })}
              </Button>
            )}
            {others.length === 0 ? (
              <p>{t('settings.devices.only')}</p>
            ) : (
              <Button kind="danger-quiet" icon="log-out" busy={logOut.isPending} onClick={() => setAsked('others')}>
                {t('settings.devices.others')}
              </Button>
            )}
          </div>
        </Card>
      )}
      {asked === 'others' && (
        <Confirm
          title={t('settings.devices.others.title')}
          text={t('settings.devices.others.text', { count: others.length })}
          yes={t('settings.devices.others.yes')}
          icon="log-out"
          onYes={() => leave(null)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && asked !== 'others' && (
        <Confirm
          title={t('settings.devices.out.title', { name: deviceName(t, asked) })}
          text={t('settings.devices.out.text')}
          yes={t('settings.devices.out')}
          icon="log-out"
          onYes={() => leave(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Group>
  )
}
