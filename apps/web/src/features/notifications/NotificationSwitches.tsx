import type { SwitchableKind } from '@parvis/contract/notifications.ts'
import { isAdminLike, type Role } from '@parvis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { NotificationsSkeleton } from './components/NotificationsSkeleton.tsx'
import { useToggleKind } from './notifications.mutations.ts'
import { switchesQuery } from './notifications.queries.ts'
import css from './NotificationSwitches.module.css'

/** Only the team and advertisers are notified of approvals: the team decides, advertisers wait for a decision. */
const kindsFor = (role: Role): SwitchableKind[] => [
  'answer',
  'message',
  'welcome',
  ...(isAdminLike(role) || role === 'advertiser' ? ['approval' as const] : []),
]

/** Switches for the kinds of notifications that are on by default. */
export const NotificationSwitches = ({ role }: { role: Role }) => {
  const { t } = useText()
  const query = useQuery(switchesQuery())
  const toggleKind = useToggleKind()
  const state = viewStateOf(query)
  const kinds = kindsFor(role)
  const detailOf = (kind: SwitchableKind) =>
    kind === 'approval' && !isAdminLike(role)
      ? t('notifications.switch.approval.author')
      : t(`notifications.switch.${kind}.detail`)
  return (
    <SettingsGroup title={t('notifications.switches')}>
      {state === 'waiting' && <NotificationsSkeleton rows={kinds.length} />}
      {state === 'failed' && <GroupError query={query} title={t('notifications.switches.failed')} />}
      <GroupLastUpdated query={query} />
      {query.data && (
        <Card>
          <ul className={css.list}>
            {kinds.map(kind => (
              <li key={kind}>
                <Switch
                  label={t(`notifications.switch.${kind}`)}
                  detail={detailOf(kind)}
                  checked={query.data[kind]}
                  onChange={on => toggleKind({ [kind]: on })}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </SettingsGroup>
  )
}
