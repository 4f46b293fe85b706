import { useText } from '#web/kernel/text/i18n.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export interface DeleteMessageProps {
  busy: boolean
  onDelete: () => void
  onClose: () => void
}

/** Dialog that asks for confirmation before a message is deleted; its chunk is loaded on demand. */
export const DeleteMessage = ({ busy, onDelete, onClose }: DeleteMessageProps) => {
  const { t } = useText()
  return (
    <ConfirmDialog
      title={t('messageacts.delete.title')}
      text={t('messageacts.delete.text')}
      confirmLabel={t('messageacts.delete.yes')}
      icon="trash"
      busy={busy}
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}
