import type { SessionUser } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useTogglePush } from './push.mutations.ts'
import { pushStateQuery } from './push.queries.ts'
import { thisDevice } from './this-device.ts'
import { pushServiceName } from './this-phone.ts'
import css from './PushSettings.module.css'

export interface PushSettingsProps {
  me: Pick<SessionUser, '_id'>
  /** Settings that hold for all devices: the quiet hours. */
  children: ReactNode
}

/** Setting that determines whether notifications are pushed to this device while the app is closed. */
export const PushSettings = ({ me, children }: PushSettingsProps) => {
  const { t } = useText()
  const support = thisDevice.support()
  return (
    <SettingsGroup title={t('push.title')}>
      {support === 'ready' ? <PushSwitch me={me} /> : <PushUnavailable support={support} />}
      {children}
    </SettingsGroup>
  )
}

const PushUnavailable = ({ support }: { support: 'install' | 'none' }) => {
  const { t } = useText()
  return (
    <Notice icon={support === 'install' ? 'smartphone' : 'bell-off'} kind="calm">
      {t(import.meta.env.VITE_SERVER ? 'push.none.app' : `push.${support}`)}
    </Notice>
  )
}

const PushSwitch = ({ me }: Pick<PushSettingsProps, 'me'>) => {
  const { t, language } = useText()
  const permission = useSyncExternalStore(thisDevice.onPermission, thisDevice.permission)
  const query = useQuery(pushStateQuery())
  const toggle = useTogglePush(me)
  const on = permission === 'granted' && query.data?.registered === true
  const { mutate, isPending } = toggle
  const state = viewStateOf(query)
  // Registers again when the server would push in another language than that of the screen. Only a fetched state
  // counts, since one read from the device may be out of date.
  const hasOtherLanguage = on && state === 'content' && !query.isFetching && query.data?.lang !== language
  useEffect(() => {
    if (hasOtherLanguage) mutate(true)
  }, [hasOtherLanguage, mutate])
  if (state === 'waiting')
    return (
      <Card className={css.card} role="status" aria-label={t('common.loading')}>
        <Skeleton width={56} />
        <Skeleton width={72} />
      </Card>
    )
  if (state === 'failed') return <GroupError query={query} title={t('push.failed')} />
  if (query.data && !thisDevice.isServed(query.data)) return <PushUnavailable support="none" />
  const what = permission === 'denied' ? 'refused' : on ? 'on' : 'off'
  return (
    <>
      <GroupLastUpdated query={query} />
      <Card className={css.card}>
        <Switch
          label={t('push.device')}
          detail={
            import.meta.env.VITE_SERVER ? t(`push.${what}.app`, { service: pushServiceName() }) : t(`push.${what}`)
          }
          checked={on}
          disabled={isPending || permission === 'denied'}
          onChange={mutate}
        />
      </Card>
    </>
  )
}
