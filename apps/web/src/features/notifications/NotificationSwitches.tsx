import type { SwitchedKind } from '@parvis/contract/notifications.ts'
import { isAdminLike, type Role } from '@parvis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Group } from '#web/ui/Group.tsx'
import { GroupFailed, GroupSeen } from '#web/ui/GroupSeen.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { NotificationsWaiting } from './components/NotificationsWaiting.tsx'
import { useSwitchKind } from './notifications.mutations.ts'
import { switchesQuery } from './notifications.queries.ts'
import css from './NotificationSwitches.module.css'

/** Approvals concern only the team, which decides, and companies, which wait for a decision. */
const kindsFor = (role: Role): SwitchedKind[] => [
  'answer',
  'message',
  'welcome',
  ...(isAdminLike(role) || role === 'advertiser' ? ['approval' as const] : []),
]

/** Notifications that come without being asked for and can be turned off. */
export const NotificationSwitches = ({ role }: { role: Role }) => {
  const { t } = useText()
  const query = useQuery(switchesQuery())
  const turn = useSwitchKind()
  const state = stateOf(query)
  const kinds = kindsFor(role)
  const detailOf = (kind: SwitchedKind) =>
    kind === 'approval' && !isAdminLike(role)
      ? t('notifications.switch.approval.author')
      : t(`notifications.switch.${kind}.detail`)
  return (
    <Group title={t('notifications.switches')}>
      {state === 'waiting' && <NotificationsWaiting rows={kinds.length} />}
      {state === 'failed' && <GroupFailed query={query} title={t('notifications.switches.failed')} />}
      <GroupSeen query={query} />
      {query.data && (
        <Card>
          <ul className={css.list}>
            {kinds.map(kind => (
              <li key={kind}>
                <Switch
                  label={t(`notifications.switch.${kind}`)}
                  detail={detailOf(kind)}
                  checked={query.data[kind]}
                  onChange={on => turn({ [kind]: on })}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Group>
  )
}
