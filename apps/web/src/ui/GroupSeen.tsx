import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { type Failed, FailedPart, LastSeen } from './Trouble.tsx'

/** Shown above a group of settings whose refetch failed. Offline, the screen shows it once for all groups. */
export const GroupSeen = ({ query }: Parameters<typeof LastSeen>[0]) =>
  stateOf(query) === 'stale' && !isOffline(query) && <LastSeen query={query} />

/** Shown in place of a group of settings that failed to load; compact, as other groups are around it. */
export const GroupFailed = ({ query, title }: Parameters<typeof Failed>[0]) => {
  const { t, explain } = useText()
  const why = isOffline(query) ? t('common.failed.offline') : explain(query.error)
  return <FailedPart text={`${title}. ${why}`} onRetry={() => void query.refetch()} />
}
