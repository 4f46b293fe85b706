import { outbox } from '#web/kernel/outbox/outbox.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from './toasts.ts'

/** Cancels the sending of a pending item, and shows a toast whose action queues the item again. */
export const cancelSend = (id: string): void => {
  const item = outbox.cancel(id)
  if (!item) return
  loadTexts('outbox')
    .then(() =>
      showToast({
        kind: 'info',
        text: t('outbox.cancelled'),
        cause: `unsent ${id}`,
        action: { label: t('outbox.undo'), onClick: () => void outbox.send(item) },
      }),
    )
    .catch(() => {})
}
