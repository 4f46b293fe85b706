import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ChosenAlerts } from './components/ChosenAlerts.tsx'
import { NotificationsSkeleton } from './components/NotificationsSkeleton.tsx'
import { useSetAlertStatus, useChooseAlerts } from './notifications.mutations.ts'
import { alertsQuery, alertStatusQuery } from './notifications.queries.ts'
import css from './AlertSettings.module.css'

const AlertChooser = lazy(() => import('./components/AlertChooser.tsx').then(part => ({ default: part.AlertChooser })))

export interface AlertSettingsProps {
  community: { name: string; customUri: string }
  canBeNotified: boolean
  isGuest: boolean
  /** Whether the team has suspended the viewer. */
  isSuspended: boolean
}

/** Setting that determines which new posts the viewer is notified about. */
export const AlertSettings = ({ community, canBeNotified, isGuest, isSuspended }: AlertSettingsProps) => {
  const { t } = useText()
  return (
    <SettingsGroup title={t('notifications.alerts.title')}>
      {canBeNotified ? (
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
    </SettingsGroup>
  )
}

type Choice = 'all' | 'selection' | 'none'

const AlertChoice = ({ community, label }: Pick<AlertSettingsProps, 'community'> & { label: string }) => {
  const { t } = useText()
  const status = useQuery(alertStatusQuery())
  const alerts = useQuery(alertsQuery())
  const setStatus = useSetAlertStatus()
  const choose = useChooseAlerts()
  // The server stores an empty selection as `none`; only this state knows that the viewer is still choosing.
  const [isChoosing, setChoosing] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const query = alerts.data ? status : alerts
  const state = viewStateOf(query)
  if (state === 'waiting') return <NotificationsSkeleton rows={3} />
  if (state === 'failed') return <GroupError query={query} title={t('notifications.alerts.failed')} />
  const chosen = alerts.data ?? []
  const value: Choice = status.data?.status ?? (isChoosing || chosen.length > 0 ? 'selection' : 'none')
  const changeTo = (next: Choice) => {
    setChoosing(next === 'selection')
    if (next === 'all' || value === 'all') setStatus.mutate(next === 'all')
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
      <GroupLastUpdated query={query} />
      <Card>
        <div className={css.radios}>
          <RadioList
            label={label}
            options={[option('all'), option('selection'), option('none')]}
            value={value}
            onChange={changeTo}
          />
        </div>
        {value !== 'none' && (
          <ChosenAlerts
            ids={chosen}
            isInactive={value === 'all'}
            onAdd={() => setAdding(true)}
            onRemove={one => {
              setChoosing(true)
              choose.mutate({ ids: [one], chosen: false })
            }}
          />
        )}
      </Card>
      {isAdding && (
        <Suspense>
          <AlertChooser onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
