import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import door from '#web/ui/art/spot-door.svg'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './GoodbyeDialog.module.css'

/** Facts about the member who has just left or deleted their account on this device. */
export interface Goodbye {
  firstname: string | null
  /** Instant until which the mailed link undoes the departure; null when no mail could be sent. */
  until: string | null
}

export interface GoodbyeDialogProps {
  community: { name: string }
  goodbye: Goodbye
  /** Whether the whole account is deleted, not only the membership in this community. */
  isAccountDeleted: boolean
  /** Opens the log-in without anything filled in. */
  onLogIn: () => void
  onClose: () => void
}

/** Confirms to a member that they have left or deleted their account. */
export const GoodbyeDialog = ({ community, goodbye, isAccountDeleted, onLogIn, onClose }: GoodbyeDialogProps) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  const { firstname, until } = goodbye
  return (
    <Dialog
      title={firstname ? t('leaving.goodbye', { name: firstname }) : t('leaving.goodbye.nobody')}
      illustrationUrl={door}
      onClose={onClose}
      hasRoute
      hideClose
      size="m"
    >
      <p className={css.text}>
        {isAccountDeleted ? t('leaving.goodbye.deletion') : t('leaving.goodbye.left', { name: community.name })}
        {until && ` ${t('leaving.goodbye.back', { day: fullDate(new Date(until)) })}`}
      </p>
      <div className={css.acts}>
        <Button kind="primary" wide onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button kind="quiet" wide onClick={onLogIn}>
          {t('leaving.goodbye.other')}
        </Button>
      </div>
    </Dialog>
  )
}
