import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { IconName } from './icon-names.ts'
import css from './Confirm.module.css'
import dialog from './Dialog.module.css'

export interface ConfirmProps {
  title: string
  /** What follows from it. */
  text: string
  yes: string
  /** To leave everything as it is, where "Cancel" would say what the question asks. */
  no?: string
  /** Of an act that gives something back. */
  kind?: 'danger' | 'primary'
  icon: IconName
  /** It is being done. */
  busy?: boolean
  onYes: () => void
  onClose: () => void
}

/** A question before something that cannot be taken back: `yes` does it, and leaving it does not. */
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
