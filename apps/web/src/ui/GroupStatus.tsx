import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { type LoadError, InlineError, LastUpdated } from './LoadError.tsx'

/** Shown above a group of settings whose refetch failed. Offline, the screen shows one notice for all groups. */
export const GroupLastUpdated = ({ query }: Parameters<typeof LastUpdated>[0]) =>
  viewStateOf(query) === 'stale' && !isOffline(query) && <LastUpdated query={query} />

/** Replaces a group of settings that failed to load; compact, because the other groups are around it. */
export const GroupError = ({ query, title }: Parameters<typeof LoadError>[0]) => {
  const { t, explain } = useText()
  const reason = isOffline(query) ? t('common.failed.offline') : explain(query.error)
  return <InlineError text={`${title}. ${reason}`} onRetry={() => void query.refetch()} />
}
