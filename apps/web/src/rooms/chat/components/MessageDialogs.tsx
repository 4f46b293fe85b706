import { MAX_REASON_LENGTH } from '@parvis/contract/feed.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import css from './MessageDialogs.module.css'

/** Asks why a message is reported. */
const FlagMessage = ({ onFlag, onClose }: { onFlag: (reason: string) => void; onClose: () => void }) => {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onFlag(reason)
  }
  return (
    <Dialog size="m" title={t('messageacts.flag.title')} onClose={onClose}>
      <form className={css.form} onSubmit={send}>
        <p>{t('messageacts.flag.text')}</p>
        <Field
          name="reason"
          label={t('messageacts.flag.reason')}
          value={reason}
          onChange={setReason}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
        />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" icon="flag">
            {t('messageacts.flag.yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

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
  if (kind === 'flag') return <FlagMessage onFlag={onFlag} onClose={onClose} />
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
