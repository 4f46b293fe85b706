import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { IconName } from './icon-names.ts'
import css from './ConfirmDialog.module.css'
import dialog from './Dialog.module.css'

export interface ConfirmDialogProps {
  title: string
  text: string
  confirmLabel: string
  /** Replaces the label "Cancel" where it would be ambiguous. */
  cancelLabel?: string
  /** `primary` for an action that restores something. */
  kind?: 'danger' | 'primary'
  icon: IconName
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = ({
  title,
  text,
  confirmLabel,
  cancelLabel,
  kind = 'danger',
  icon,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const { t } = useText()
  return (
    <Dialog alert size="m" title={title} onClose={onClose}>
      <p className={css.text}>{text}</p>
      <div className={dialog.acts}>
        <Button data-autofocus onClick={onClose}>
          {cancelLabel ?? t('common.cancel')}
        </Button>
        <Button kind={kind} icon={icon} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
