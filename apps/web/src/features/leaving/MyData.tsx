import { EXPORT_FILE_PATH, type Export } from '@parvis/contract/leaving.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { GroupFailed } from '#web/ui/GroupSeen.tsx'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Group } from '#web/ui/Group.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { exportQuery, leavingQuery, useDropExport, useMakeExport } from './leaving.queries.ts'
import { useArrival } from './use-arrival.ts'
import css from './MyData.module.css'

const KB = 1024

/** Downloads by a link, so that the browser saves the file as it arrives. */
const download = () => {
  const link = document.createElement('a')
  link.href = EXPORT_FILE_PATH
  link.download = ''
  // The native apps only notice the click of a link that is in the document.
  document.body.append(link)
  link.click()
  link.remove()
}

/** The export of one's own data: requested, in progress, ready to download. */
export const MyData = () => {
  const { t, explain } = useText()
  const query = useQuery(exportQuery())
  const [asking, setAsking] = useState<'make' | 'fetch' | null>(null)
  const [fetching, setFetching] = useState(false)
  const queryClient = useQueryClient()
  const make = useMakeExport()
  const drop = useDropExport()
  const made = query.data
  const place = useRef<HTMLDivElement>(null)
  useArrival(place, made !== undefined)
  /** At once after a recent proof of ownership. */
  const fetchIt = async () => {
    if (fetching) return
    setFetching(true)
    try {
      // No retries: without a network the error is shown at once.
      const { proof } = await queryClient.query({ ...leavingQuery(), retry: false })
      if (proof === 'none') download()
      else setAsking('fetch')
    } catch (error) {
      showToast({ kind: 'error', text: explain(error) })
    } finally {
      setFetching(false)
    }
  }
  const remove = () => drop.mutate(undefined, { onError: error => showToast({ kind: 'error', text: explain(error) }) })
  return (
    <div ref={place} id="my-data">
      <Group title={t('leaving.data')}>
        {stateOf(query) === 'failed' && <GroupFailed query={query} title={t('leaving.data.failed')} />}
        {made === undefined && stateOf(query) !== 'failed' && (
          <Card className={css.card} role="status" aria-label={t('common.loading')}>
            <Skeleton width={60} />
          </Card>
        )}
        {made !== undefined && (
          <Card className={css.card}>
            <p className={css.note}>{t('leaving.data.text')}</p>
            {made?.state === 'failed' && (
              <Notice kind="danger" icon="circle-alert">
                {t('leaving.data.broken')}
              </Notice>
            )}
            {made && (made.state === 'waiting' || made.state === 'making') && (
              <UnderWay made={made} busy={drop.isPending} onStop={remove} />
            )}
            {made?.state === 'ready' && (
              <Ready
                made={made}
                fetching={fetching}
                busy={drop.isPending}
                onFetch={() => void fetchIt()}
                onRemove={remove}
              />
            )}
            {(!made || made.state === 'failed') && (
              <div>
                <Button icon="download" onClick={() => setAsking('make')}>
                  {t('leaving.data.make')}
                </Button>
              </div>
            )}
          </Card>
        )}
      </Group>
      {asking === 'make' && (
        <ProofDialog
          title={t('leaving.data.ask')}
          action={t('leaving.data.make')}
          icon="download"
          onProved={() => make.mutateAsync()}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'fetch' && (
        <ProofDialog
          title={t('leaving.data.fetch.ask')}
          action={t('leaving.data.fetch')}
          icon="download"
          onProved={async () => download()}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}

const UnderWay = ({ made, busy, onStop }: { made: Export; busy: boolean; onStop: () => void }) => {
  const { t } = useText()
  const { done, total } = made
  return (
    <div className={css.way} role="status">
      {total === null ? (
        <p>{t('leaving.data.counting')}</p>
      ) : (
        <Progress
          label={t('leaving.data.making')}
          value={total === 0 ? 1 : done / total}
          figure={t('leaving.data.figure', { done, total })}
        />
      )}
      <div>
        <Button busy={busy} onClick={onStop}>
          {t('leaving.data.stop')}
        </Button>
      </div>
    </div>
  )
}

interface ReadyProps {
  made: Export
  fetching: boolean
  busy: boolean
  onFetch: () => void
  onRemove: () => void
}

const Ready = ({ made, fetching, busy, onFetch, onRemove }: ReadyProps) => {
  const { t } = useText()
  const format = useFormat()
  const kilobytes = Math.max(1, Math.round((made.bytes ?? 0) / KB))
  const size =
    kilobytes < KB
      ? t('leaving.data.kb', { size: format.number(kilobytes) })
      : t('leaving.data.mb', { size: format.number(Math.round(kilobytes / KB)) })
  return (
    <div className={css.way}>
      <p>{t('leaving.data.ready', { size, day: format.fullDate(new Date(made.expiresAt)), count: made.total ?? 0 })}</p>
      <div className={css.acts}>
        <Button kind="primary" icon="download" busy={fetching} onClick={onFetch}>
          {t('leaving.data.fetch')}
        </Button>
        <Button kind="danger-quiet" icon="trash" busy={busy} onClick={onRemove}>
          {t('leaving.data.remove')}
        </Button>
      </div>
    </div>
  )
}
