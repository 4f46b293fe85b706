import { useText } from '#web/kernel/text/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'

export interface DeleteMessageProps {
  busy: boolean
  onDelete: () => void
  onClose: () => void
}

/** Asks for confirmation before a message is deleted. Loaded on demand. */
export const DeleteMessage = ({ busy, onDelete, onClose }: DeleteMessageProps) => {
  const { t } = useText()
  return (
    <Confirm
      title={t('messageacts.delete.title')}
      text={t('messageacts.delete.text')}
      yes={t('messageacts.delete.yes')}
      icon="trash"
      busy={busy}
      onYes={onDelete}
      onClose={onClose}
    />
  )
}
