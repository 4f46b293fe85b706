import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import css from './Confirm.module.css'

export interface ConfirmProps {
  title: string
  /** What follows from it. */
  text: string
  yes: string
  icon: IconName
  onYes: () => void
  onClose: () => void
}

/** Asked before something that cannot be taken back. */
export const Confirm = ({ title, text, yes, icon, onYes, onClose }: ConfirmProps) => {
  const { t } = useText()
  return (
    <Dialog alert size="m" title={title} onClose={onClose}>
      <p className={css.text}>{text}</p>
      <div className={css.acts}>
        <Button data-autofocus onClick={onClose}>
          {t('admin.cancel')}
        </Button>
        <Button kind="danger" icon={icon} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
