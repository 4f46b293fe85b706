import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { type LoadError, InlineError, LastUpdated } from './LoadError.tsx'

/** Shown above a group of settings whose refetch failed. Offline, the screen shows it once for all groups. */
export const GroupLastUpdated = ({ query }: Parameters<typeof LastUpdated>[0]) =>
  viewStateOf(query) === 'stale' && !isOffline(query) && <LastUpdated query={query} />

/** Shown in place of a group of settings that failed to load; compact, as other groups are around it. */
export const GroupError = ({ query, title }: Parameters<typeof LoadError>[0]) => {
  const { t, explain } = useText()
  const reason = isOffline(query) ? t('common.failed.offline') : explain(query.error)
  return <InlineError text={`${title}. ${reason}`} onRetry={() => void query.refetch()} />
}
