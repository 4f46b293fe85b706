import { useFormat } from '#web/kernel/format.ts'
import { useText } from '#web/kernel/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { isOffline, type Asked } from '../deals.state.ts'

interface Query extends Asked {
  dataUpdatedAt: number
  refetch: () => unknown
}

/** Nothing could be fetched: what did not come, why, and again. */
export const DealsFailed = ({ query, title }: { query: Query; title: string }) => {
  const { t, explain } = useText()
  const offline = isOffline(query)
  return (
    <Empty
      picture={offline ? 'offline' : 'error'} title={title} text={offline ? t('deals.failed.offline') : explain(query.error)}
      action={<Button kind="primary" icon="rotate-cw" onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
    />
  )
}

/** Over content that could not be fetched anew: from when it is. */
export const DealsLastSeen = ({ query }: { query: Query }) => {
  const { t } = useText()
  const { ago } = useFormat()
  const when = ago(new Date(query.dataUpdatedAt).toISOString())
  return isOffline(query)
    ? <Notice icon="wifi-off">{t('common.offline.seen', { when })}</Notice>
    : <Notice icon="triangle-alert" action={<Button kind="quiet" size="s" onClick={() => void query.refetch()}>{t('common.retry')}</Button>}>{t('deals.failed.seen', { when })}</Notice>
}
