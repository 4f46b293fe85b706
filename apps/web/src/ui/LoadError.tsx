import { serverTime } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { ageInSentence } from '#web/kernel/text/age-in-sentence.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isOffline, type QuerySnapshot } from '#web/kernel/http/query-state.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Notice } from './Notice.tsx'

interface Query extends QuerySnapshot {
  dataUpdatedAt: number
  refetch: () => unknown
}

/** Replaces the content of a screen that failed to load: shows the reason and a retry button. */
export const LoadError = ({ query, title }: { query: Query; title: string }) => {
  const { t, explain } = useText()
  const offline = isOffline(query)
  return (
    <EmptyState
      picture={offline ? 'offline' : 'error'}
      title={title}
      text={offline ? t('common.failed.offline') : explain(query.error)}
      action={
        <Button kind="primary" icon="rotate-cw" onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      }
    />
  )
}

/** A notice for a section that failed to load: shows the reason and a retry button. */
export const InlineError = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useText()
  return (
    <Notice
      icon="triangle-alert"
      action={
        <Button kind="quiet" size="s" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

/** A notice above content that could not be refetched: shows the age of the content. */
export const LastUpdated = ({ query }: { query: Query }) => {
  const { t } = useText()
  const when = ageInSentence(useFormat(), new Date(serverTime(query.dataUpdatedAt)).toISOString())
  return isOffline(query) ? (
    <Notice icon="wifi-off" pinned>
      {t('common.offline.seen', when)}
    </Notice>
  ) : (
    <InlineError text={t('common.failed.seen', when)} onRetry={() => void query.refetch()} />
  )
}
