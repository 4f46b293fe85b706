import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Group } from '#web/ui/Group.tsx'
import { GroupFailed, GroupSeen } from '#web/ui/GroupSeen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ChosenAlerts } from './components/ChosenAlerts.tsx'
import { NotificationsWaiting } from './components/NotificationsWaiting.tsx'
import { useAlertStatus, useChoose } from './notifications.mutations.ts'
import { alertsQuery, alertStatusQuery } from './notifications.queries.ts'
import css from './AlertSettings.module.css'

const AlertChooser = lazy(() => import('./components/AlertChooser.tsx').then(part => ({ default: part.AlertChooser })))

export interface AlertSettingsProps {
  community: { name: string; customUri: string }
  beTold: boolean
  isGuest: boolean
  /** Suspended by the team for some days. */
  isSuspended: boolean
}

/** Chooses which new posts the viewer is notified about. */
export const AlertSettings = ({ community, beTold, isGuest, isSuspended }: AlertSettingsProps) => {
  const { t } = useText()
  return (
    <Group title={t('notifications.alerts.title')}>
      {beTold ? (
        <AlertChoice community={community} label={t('notifications.alerts.title')} />
      ) : isGuest ? (
        <Notice
          icon="bell"
          kind="calm"
          action={
            <ButtonLink size="s" to="/$c/connexion" params={{ c: community.customUri }}>
              {t('notifications.alerts.guest.action')}
            </ButtonLink>
          }
        >
          {t('notifications.alerts.guest')}
        </Notice>
      ) : (
        <Notice icon="bell-off" kind="calm">
          {t(isSuspended ? 'notifications.alerts.suspended' : 'notifications.alerts.over')}
        </Notice>
      )}
    </Group>
  )
}

type Choice = 'all' | 'selection' | 'none'

const AlertChoice = ({ community, label }: Pick<AlertSettingsProps, 'community'> & { label: string }) => {
  const { t } = useText()
  const status = useQuery(alertStatusQuery())
  const alerts = useQuery(alertsQuery())
  const setAll = useAlertStatus()
  const choose = useChoose()
  // The server knows an empty selection as none: that the viewer is still choosing is known only here.
  const [choosing, setChoosing] = useState(false)
  const [adding, setAdding] = useState(false)
  const query = alerts.data ? status : alerts
  const state = stateOf(query)
  if (state === 'waiting') return <NotificationsWaiting rows={3} />
  if (state === 'failed') return <GroupFailed query={query} title={t('notifications.alerts.failed')} />
  const chosen = alerts.data ?? []
  const value: Choice = status.data?.status ?? (choosing || chosen.length > 0 ? 'selection' : 'none')
  const turnTo = (next: Choice) => {
    setChoosing(next === 'selection')
    if (next === 'all' || value === 'all') setAll.mutate(next === 'all')
    if (next === 'selection' && chosen.length === 0) setAdding(true)
    if (next !== 'none' || chosen.length === 0) return
    choose.mutate({ ids: chosen, chosen: false })
    showToast({
      text: t('notifications.alerts.emptied', { count: chosen.length }),
      action: {
        label: t('notifications.alerts.back'),
        onClick: () => choose.mutate({ ids: chosen, chosen: true }),
      },
    })
  }
  const option = (one: Choice) => ({
    value: one,
    label: t(`notifications.alerts.${one}`),
    detail: t(`notifications.alerts.${one}.detail`, { community: community.name }),
  })
  return (
    <>
      <GroupSeen query={query} />
      <Card>
        <div className={css.radios}>
          <RadioList
            label={label}
            options={[option('all'), option('selection'), option('none')]}
            value={value}
            onChange={turnTo}
          />
        </div>
        {value !== 'none' && (
          <ChosenAlerts
            ids={chosen}
            kept={value === 'all'}
            onAdd={() => setAdding(true)}
            onRemove={one => {
              setChoosing(true)
              choose.mutate({ ids: [one], chosen: false })
            }}
          />
        )}
      </Card>
      {adding && (
        <Suspense>
          <AlertChooser onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
