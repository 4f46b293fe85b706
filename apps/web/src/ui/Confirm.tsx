import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { IconName } from './icon-names.ts'
import css from './Confirm.module.css'
import dialog from './Dialog.module.css'

export interface ConfirmProps {
  title: string
  /** The consequences. */
  text: string
  yes: string
  /** Where "Cancel" would be ambiguous. */
  no?: string
  /** `primary` for an action that restores something. */
  kind?: 'danger' | 'primary'
  icon: IconName
  /** The action is running. */
  busy?: boolean
  onYes: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone; closing it changes nothing. */
export const Confirm = ({ title, text, yes, no, kind = 'danger', icon, busy, onYes, onClose }: ConfirmProps) => {
  const { t } = useText()
  return (
    <Dialog alert size="m" title={title} onClose={onClose}>
      <p className={css.text}>{text}</p>
      <div className={dialog.acts}>
        <Button data-autofocus onClick={onClose}>
          {no ?? t('common.cancel')}
        </Button>
        <Button kind={kind} icon={icon} busy={busy} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
