import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { UnsentCard, type UnsentCardProps } from '#web/features/outbox/UnsentCard.tsx'
import { restoreToForm } from '#web/features/publish/pending-posts.ts'
import { closeToastsByCause, NO_NETWORK_CAUSE, showToast } from '#web/ui/toasts.ts'
import { closeRefusalToastInList } from './refusal-toast.ts'

export interface UnsentItemsProps extends Pick<UnsentCardProps, 'placeholder'> {
  communityUri: string
}

export const UnsentItems = ({ communityUri: c, placeholder }: UnsentItemsProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  useEffect(closeRefusalToastInList)
  const editItem = (item: PendingItem) => {
    // The profile form opens with the values of the unsent item, and saving the form replaces the item.
    if (item.kind === 'profile') return void navigate({ to: '/$c/mon-profil', params: { c } })
    if (item.kind !== 'post' && item.kind !== 'publication') return
    if (!restoreToForm(item)) return void showToast({ kind: 'warning', text: t('outbox.busy') })
    outbox.cancel(item.id)
    // Closes the toast that promised to send the item automatically, which is no longer true.
    closeToastsByCause(NO_NETWORK_CAUSE)
    showToast({ kind: 'info', text: t('outbox.change.begun'), cause: `unsent ${item.id}` })
    if (item.kind === 'post')
      void navigate({
        to: '/$c/actualites/edition-publication',
        params: { c },
        search: { id: item.payload.editedId },
      })
    else
      void navigate({
        to: '/$c/actualites/parametres-publication',
        params: { c },
        search: { templateId: item.payload.templateId, goodDealId: item.payload.dealId },
      })
  }
  return (
    <UnsentCard
      hasForm={({ kind }) => kind === 'post' || kind === 'publication' || kind === 'profile'}
      onChange={editItem}
      placeholder={placeholder}
    />
  )
}
