import type { QuietHours as Hours } from '@parvis/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { NotificationsSkeleton } from './components/NotificationsSkeleton.tsx'
import { useSetQuietHours } from './notifications.mutations.ts'
import { quietHoursQuery } from './notifications.queries.ts'
import css from './QuietHours.module.css'

/** Quiet hours that are stored when a member turns quiet hours on. */
const DEFAULT_HOURS = { from: '22:00', until: '07:00' } as const satisfies Hours

const twoDigits = (value: number) => String(value).padStart(2, '0')
const halfHours = Array.from(
  { length: 48 },
  (_, at) => `${twoDigits(Math.floor(at / 2))}:${at % 2 === 0 ? '00' : '30'}`,
)

/** Setting of the hours in which no device of the viewer rings. */
export const QuietHours = () => {
  const { t } = useText()
  const { time } = useFormat()
  const query = useQuery(quietHoursQuery())
  const change = useSetQuietHours()
  const state = viewStateOf(query)
  if (state === 'waiting') return <NotificationsSkeleton rows={1} />
  if (state === 'failed') return <GroupError query={query} title={t('notifications.quiet.failed')} />
  const { from, until } = query.data ?? {}
  const hours = from && until ? { from, until } : null
  const formatTime = (one: string) => time(`2000-01-01T${one}:00Z`, 'UTC')
  const options = (chosen: string, other: string) =>
    [...new Set([...halfHours, chosen])]
      .filter(one => one !== other)
      .toSorted()
      .map(value => ({ value, label: formatTime(value) }))
  return (
    <>
      <GroupLastUpdated query={query} />
      <Card className={css.card}>
        <Switch
          label={t('notifications.quiet')}
          detail={
            hours
              ? t('notifications.quiet.on', { from: formatTime(hours.from), until: formatTime(hours.until) })
              : t('notifications.quiet.off')
          }
          checked={hours !== null}
          onChange={on => change(on ? DEFAULT_HOURS : null)}
        />
        {hours && (
          <div className={css.hours}>
            <Select
              label={t('notifications.quiet.from')}
              name="from"
              value={hours.from}
              options={options(hours.from, hours.until)}
              onChange={one => change({ ...hours, from: one })}
            />
            <Select
              label={t('notifications.quiet.until')}
              name="until"
              value={hours.until}
              options={options(hours.until, hours.from)}
              onChange={one => change({ ...hours, until: one })}
            />
          </div>
        )}
      </Card>
    </>
  )
}
