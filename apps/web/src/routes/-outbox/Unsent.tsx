import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { UnsentCard, type UnsentCardProps } from '#web/features/outbox/UnsentCard.tsx'
import { backIntoForm } from '#web/features/publish/unsent.ts'
import { endToast, NO_NETWORK, showToast } from '#web/ui/toasts.ts'
import { endRefusedWhereListed } from './tell-refused.ts'

export interface UnsentProps extends Pick<UnsentCardProps, 'kept'> {
  communityUri: string
}

/** The pending items; those written in a form lead back to it. */
export const Unsent = ({ communityUri: c, kept }: UnsentProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  useEffect(endRefusedWhereListed)
  const change = (one: Waiting) => {
    // The form starts with the pending values, and saving it again replaces the item.
    if (one.kind === 'profile') return void navigate({ to: '/$c/mon-profil', params: { c } })
    if (one.kind !== 'post' && one.kind !== 'publication') return
    if (!backIntoForm(one)) return void showToast({ kind: 'warning', text: t('outbox.busy') })
    outbox.forget(one.id)
    // The toast that promises automatic sending is no longer true.
    endToast(NO_NETWORK)
    showToast({ kind: 'info', text: t('outbox.change.begun'), cause: `unsent ${one.id}` })
    if (one.kind === 'post')
      void navigate({
        to: '/$c/actualites/edition-publication',
        params: { c },
        search: { id: one.payload.editedId },
      })
    else
      void navigate({
        to: '/$c/actualites/parametres-publication',
        params: { c },
        search: { templateId: one.payload.templateId, goodDealId: one.payload.dealId },
      })
  }
  return (
    <UnsentCard
      hasForm={({ kind }) => kind === 'post' || kind === 'publication' || kind === 'profile'}
      onChange={change}
      kept={kept}
    />
  )
}
