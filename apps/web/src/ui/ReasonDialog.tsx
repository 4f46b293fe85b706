import { MAX_REASON_LENGTH } from '@parvis/contract/feed.ts'
import { useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import dialog from './Dialog.module.css'
import css from './ReasonDialog.module.css'

export interface ReasonDialogProps {
  title: string
  /** What becomes of the report. */
  text: string
  /** What the field asks; nothing has to be written there. */
  label: string
  yes: string
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks for a report to the team whether it is meant, and why. */
export const ReasonDialog = ({ title, text, label, yes, onSend, onClose }: ReasonDialogProps) => {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(reason)
  }
  return (
    <Dialog size="m" title={title} onClose={onClose}>
      <form className={css.form} onSubmit={send}>
        <p>{text}</p>
        <Field name="reason" label={label} value={reason} onChange={setReason} rows={2} maxLength={MAX_REASON_LENGTH} />
        <div className={dialog.acts}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" icon="flag">
            {yes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
