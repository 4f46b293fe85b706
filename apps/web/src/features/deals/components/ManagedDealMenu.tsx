import type { Deal, DealState } from '@parvis/contract/deals.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { loadRemovalDialog } from '#web/ui/load-removal-dialog.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useMenu } from '#web/ui/use-menu.ts'
import { useEndDeal, useRemoveDeal } from '../deal.mutations.ts'

export interface ManagedDealMenuProps {
  deal: Deal
  state: DealState
  name: string
  /** Name of the author; null when the viewer is the author. */
  author: string | null
}

/**
 * Text keys of the toast after a deal has been reopened, by the new state of the deal: the deal may await approval, or
 * its start date may be in the future.
 */
const reopenedTexts = {
  shown: 'dealwriting.again.done',
  hidden: 'dealwriting.again.hidden',
  waiting: 'dealwriting.again.waiting',
  scheduled: 'dealwriting.again.scheduled',
  refused: 'dealwriting.again.done',
  ended: 'dealwriting.again.done',
} as const satisfies Record<DealState, string>

/** Menu of rarely used actions on a managed deal. */
export const ManagedDealMenu = ({ deal, state, name, author }: ManagedDealMenuProps) => {
  const { t, explain } = useText()
  const { button, panel, part } = useMenu(() => import('#web/ui/Menu.tsx'))
  const [confirming, setConfirming] = useState<'end' | 'remove' | null>(null)
  const onFailed = (error: unknown) => {
    setConfirming(null)
    showToast({ kind: 'error', text: explain(error) })
  }
  const ending = useEndDeal({
    onDone: ({ keeping }) => {
      setConfirming(null)
      const newState = keeping?.state ?? 'shown'
      showToast({ text: t(newState === 'ended' ? 'dealwriting.end.done' : reopenedTexts[newState], { name }) })
    },
    onFailed,
  })
  const removing = useRemoveDeal({
    onDone: () => {
      close()
      document.getElementById('main')?.focus({ preventScroll: true })
      showToast({ text: t('dealwriting.remove.done', { name }) })
    },
    // The removal dialog, which is used for deals of other authors, shows errors itself.
    onFailed: error => !author && onFailed(error),
  })
  const [removal, setRemoval] = useState<Awaited<ReturnType<typeof loadRemovalDialog>> | null>(null)
  const { _id: id } = deal
  const close = () => {
    setConfirming(null)
    setRemoval(null)
  }
  return (
    <>
      <IconButton icon="ellipsis" label={t('dealwriting.menu', { name })} {...button} />
      {part && (
        <part.Menu menu={panel}>
          {state === 'ended' && (
            <part.MenuItem icon="rotate-cw" onClick={() => ending.mutate({ id, reopen: true })}>
              {t('dealwriting.act.again')}
            </part.MenuItem>
          )}
          {state !== 'ended' && state !== 'refused' && (
            <part.MenuItem icon="circle-stop" onClick={() => setConfirming('end')}>
              {t('dealwriting.act.end')}
            </part.MenuItem>
          )}
          <part.MenuItem
            icon="trash"
            kind="danger"
            onClick={() =>
              author ? void loadRemovalDialog().then(setRemoval, onChunkLoadFailed) : setConfirming('remove')
            }
          >
            {t('dealwriting.act.remove')}
          </part.MenuItem>
        </part.Menu>
      )}
      {confirming === 'end' && (
        <ConfirmDialog
          title={t('dealwriting.end.title', { name })}
          text={t('dealwriting.end.text')}
          confirmLabel={t('dealwriting.act.end')}
          icon="circle-stop"
          busy={ending.isPending}
          onConfirm={() => ending.mutate({ id, reopen: false })}
          onClose={() => setConfirming(null)}
        />
      )}
      {confirming === 'remove' && (
        <ConfirmDialog
          title={t('dealwriting.remove.title', { name })}
          text={t('dealwriting.remove.text')}
          confirmLabel={t('dealwriting.act.remove')}
          icon="trash"
          busy={removing.isPending}
          onConfirm={() => removing.mutate({ id })}
          onClose={() => setConfirming(null)}
        />
      )}
      {removal && author && (
        <removal.RemovalDialog
          title={t('dealwriting.remove.title', { name })}
          authorName={author}
          onSend={statement => removing.mutateAsync({ id, statement })}
          onClose={close}
        />
      )}
    </>
  )
}
