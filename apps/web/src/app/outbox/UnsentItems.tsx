import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { UnsentCard, type UnsentCardProps } from '#web/features/outbox/UnsentCard.tsx'
import type { UnsentItem } from '#web/features/outbox/unsent-text.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { closeToastsByCause, NO_NETWORK_CAUSE, showToast } from '#web/ui/toasts.ts'
import { outboxKinds } from '../features.ts'
import { closeRefusalToastInList } from './refusal-toast.ts'

export interface UnsentItemsProps extends Pick<UnsentCardProps, 'placeholder'> {
  communityUri: string
}

export const UnsentItems = ({ communityUri, placeholder }: UnsentItemsProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  useEffect(closeRefusalToastInList)
  const editItem = async ({ item, kind: { form } }: UnsentItem) => {
    if (form?.restore) {
      if (!(await form.restore(item))) return void showToast({ kind: 'warning', text: t('outbox.busy') })
      outbox.cancel(item.id)
      // Closes the toast that promised to send the item automatically, which is no longer true.
      closeToastsByCause(NO_NETWORK_CAUSE)
      showToast({ kind: 'info', text: t('outbox.change.begun'), cause: `unsent ${item.id}` })
    }
    if (form) await navigate(form.target(item, communityUri))
  }
  return (
    <UnsentCard
      kinds={outboxKinds}
      onChange={unsent => void editItem(unsent).catch(onChunkLoadFailed)}
      placeholder={placeholder}
    />
  )
}
