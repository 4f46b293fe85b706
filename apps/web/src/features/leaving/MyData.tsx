import { EXPORT_FILE_PATH, type Export } from '@parvis/contract/leaving.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { downloadFile } from '#web/kernel/share/share.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { GroupError } from '#web/ui/GroupStatus.tsx'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { exportQuery, leavingQuery, useDeleteExport, useCreateExport } from './leaving.queries.ts'
import { useScrollToHash } from './use-scroll-to-hash.ts'
import css from './MyData.module.css'

const KB = 1024

const download = () => downloadFile(EXPORT_FILE_PATH, '')

/** The export of one's own data: requested, in progress, ready to download. */
export const MyData = () => {
  const { t, explain } = useText()
  const query = useQuery(exportQuery())
  const [openDialog, setOpenDialog] = useState<'make' | 'fetch' | null>(null)
  const make = useCreateExport()
  const drop = useDeleteExport()
  const archive = query.data
  const section = useRef<HTMLDivElement>(null)
  useScrollToHash(section, archive !== undefined)
  /** Downloads at once after a recent proof of account ownership; otherwise opens the dialog that asks for one. */
  const startDownload = useMutation({
    // No retries: without a network the error is shown at once.
    mutationFn: (_, { client }) => client.query({ ...leavingQuery(), retry: false }),
    onSuccess: ({ proof }) => {
      if (proof === 'none') download()
      else setOpenDialog('fetch')
    },
    onError: error => showToast({ kind: 'error', text: explain(error) }),
  })
  const remove = () => drop.mutate(undefined, { onError: error => showToast({ kind: 'error', text: explain(error) }) })
  return (
    <div ref={section} id="my-data">
      <SettingsGroup title={t('leaving.data')}>
        {viewStateOf(query) === 'failed' && <GroupError query={query} title={t('leaving.data.failed')} />}
        {archive === undefined && viewStateOf(query) !== 'failed' && (
          <Card className={css.card} role="status" aria-label={t('common.loading')}>
            <Skeleton width={60} />
          </Card>
        )}
        {archive !== undefined && (
          <Card className={css.card}>
            <p className={css.note}>{t('leaving.data.text')}</p>
            {archive?.state === 'failed' && (
              <Notice kind="danger" icon="circle-alert">
                {t('leaving.data.broken')}
              </Notice>
            )}
            {archive && (archive.state === 'waiting' || archive.state === 'making') && (
              <ExportProgress archive={archive} busy={drop.isPending} onStop={remove} />
            )}
            {archive?.state === 'ready' && (
              <ExportReady
                archive={archive}
                fetching={startDownload.isPending}
                busy={drop.isPending}
                onFetch={() => startDownload.isPending || startDownload.mutate()}
                onRemove={remove}
              />
            )}
            {(!archive || archive.state === 'failed') && (
              <div>
                <Button icon="download" onClick={() => setOpenDialog('make')}>
                  {t('leaving.data.make')}
                </Button>
              </div>
            )}
          </Card>
        )}
      </SettingsGroup>
      {openDialog === 'make' && (
        <ProofDialog
          title={t('leaving.data.ask')}
          action={t('leaving.data.make')}
          icon="download"
          onIdentityProved={() => make.mutateAsync()}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'fetch' && (
        <ProofDialog
          title={t('leaving.data.fetch.ask')}
          action={t('leaving.data.fetch')}
          icon="download"
          onIdentityProved={async () => download()}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  )
}

const ExportProgress = ({ archive, busy, onStop }: { archive: Export; busy: boolean; onStop: () => void }) => {
  const { t } = useText()
  const { done, total } = archive
  return (
    <div className={css.way} role="status">
      {total === null ? (
        <p>{t('leaving.data.counting')}</p>
      ) : (
        <Progress
          label={t('leaving.data.making')}
          value={total === 0 ? 1 : done / total}
          valueText={t('leaving.data.figure', { done, total })}
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

interface ExportReadyProps {
  archive: Export
  fetching: boolean
  busy: boolean
  onFetch: () => void
  onRemove: () => void
}

const ExportReady = ({ archive, fetching, busy, onFetch, onRemove }: ExportReadyProps) => {
  const { t } = useText()
  const format = useFormat()
  const kilobytes = Math.max(1, Math.round((archive.bytes ?? 0) / KB))
  const size =
    kilobytes < KB
      ? t('leaving.data.kb', { size: format.number(kilobytes) })
      : t('leaving.data.mb', { size: format.number(Math.round(kilobytes / KB)) })
  return (
    <div className={css.way}>
      <p>
        {t('leaving.data.ready', {
          size,
          day: format.fullDate(new Date(archive.expiresAt)),
          count: archive.total ?? 0,
        })}
      </p>
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
