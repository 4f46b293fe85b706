import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { type Failed, FailedPart, LastSeen } from './Trouble.tsx'

/**
 * Over a group of settings that could not be fetched anew. Without a network the screen says so, once for all of its
 * groups.
 */
export const GroupSeen = ({ query }: Parameters<typeof LastSeen>[0]) =>
  stateOf(query) === 'stale' && !isOffline(query) && <LastSeen query={query} />

/** In the place of a group of settings that could not be fetched: small, as others stand over and under it. */
export const GroupFailed = ({ query, title }: Parameters<typeof Failed>[0]) => {
  const { t, explain } = useText()
  const why = isOffline(query) ? t('common.failed.offline') : explain(query.error)
  return <FailedPart text={`${title}. ${why}`} onRetry={() => void query.refetch()} />
}
