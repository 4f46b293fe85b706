import { useText } from '#web/kernel/text/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'

export interface MessageDialogsProps {
  kind: 'delete' | 'flag'
  busy: boolean
  onDelete: () => void
  onFlag: (reason: string) => void
  onClose: () => void
}

/** What is asked before something happens to a message. Fetched at the first need. */
export const MessageDialogs = ({ kind, busy, onDelete, onFlag, onClose }: MessageDialogsProps) => {
  const { t } = useText()
  if (kind === 'flag')
    return (
      <ReasonDialog
        title={t('messageacts.flag.title')}
        text={t('messageacts.flag.text')}
        label={t('messageacts.flag.reason')}
        yes={t('messageacts.flag.yes')}
        onSend={onFlag}
        onClose={onClose}
      />
    )
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
