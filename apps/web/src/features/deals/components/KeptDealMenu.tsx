import type { Deal, DealState } from '@parvis/contract/deals.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { loadRemoval } from '#web/ui/load-removal.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useMenu } from '#web/ui/use-menu.ts'
import { useEndDeal, useRemoveDeal } from '../deal.mutations.ts'

export interface KeptDealMenuProps {
  deal: Deal
  state: DealState
  name: string
  /** Name of the author; null when the viewer is the author. */
  author: string | null
}

/** Message after a deal is reopened: it may wait for approval or for its first day. */
const againTexts = {
  shown: 'dealwriting.again.done',
  hidden: 'dealwriting.again.hidden',
  waiting: 'dealwriting.again.waiting',
  scheduled: 'dealwriting.again.scheduled',
  refused: 'dealwriting.again.done',
  ended: 'dealwriting.again.done',
} as const satisfies Record<DealState, string>

/** Rare actions on a managed deal. */
export const KeptDealMenu = ({ deal, state, name, author }: KeptDealMenuProps) => {
  const { t, explain } = useText()
  const { button, panel, part } = useMenu(() => import('./KeptDealMenuItems.tsx'))
  const [asking, setAsking] = useState<'end' | 'remove' | null>(null)
  const onFailed = (error: unknown) => {
    setAsking(null)
    showToast({ kind: 'error', text: explain(error) })
  }
  const ending = useEndDeal({
    onDone: ({ keeping }) => {
      setAsking(null)
      const said = keeping?.state ?? 'shown'
      showToast({ text: t(said === 'ended' ? 'dealwriting.end.done' : againTexts[said], { name }) })
    },
    onFailed,
  })
  const removing = useRemoveDeal({
    onDone: () => {
      close()
      document.getElementById('main')?.focus({ preventScroll: true })
      showToast({ text: t('dealwriting.remove.done', { name }) })
    },
    // The removal dialog reports its own errors.
    onFailed: error => !author && onFailed(error),
  })
  const [removal, setRemoval] = useState<Awaited<ReturnType<typeof loadRemoval>> | null>(null)
  const { _id: id } = deal
  const close = () => {
    setAsking(null)
    setRemoval(null)
  }
  return (
    <>
      <IconButton icon="ellipsis" label={t('dealwriting.menu', { name })} {...button} />
      {part && (
        <part.KeptDealMenuItems
          menu={panel}
          state={state}
          onEnd={() => setAsking('end')}
          onAgain={() => ending.mutate({ id, again: true })}
          onRemove={() => (author ? void loadRemoval().then(setRemoval, onLostPart) : setAsking('remove'))}
        />
      )}
      {asking === 'end' && (
        <Confirm
          title={t('dealwriting.end.title', { name })}
          text={t('dealwriting.end.text')}
          yes={t('dealwriting.act.end')}
          icon="circle-stop"
          busy={ending.isPending}
          onYes={() => ending.mutate({ id, again: false })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <Confirm
          title={t('dealwriting.remove.title', { name })}
          text={t('dealwriting.remove.text')}
          yes={t('dealwriting.act.remove')}
          icon="trash"
          busy={removing.isPending}
          onYes={() => removing.mutate({ id })}
          onClose={() => setAsking(null)}
        />
      )}
      {removal && author && (
        <removal.RemovalDialog
          title={t('dealwriting.remove.title', { name })}
          name={author}
          onSend={words => removing.mutateAsync({ id, words })}
          onClose={close}
        />
      )}
    </>
  )
}
