import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import door from '#web/ui/art/spot-door.svg'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './GoodbyeDialog.module.css'

/** Who has just left on this device, and how long they may come back. */
export interface Goodbye {
  firstname: string | null
  /** Until when the link in their mail brings everything back: an instant; null where no mail could be sent. */
  until: string | null
}

export interface GoodbyeDialogProps {
  community: { name: string }
  goodbye: Goodbye
  /** All of the account is gone, not this community alone. */
  isDeleted: boolean
  /** To the log-in, as anybody would find it. */
  onLogIn: () => void
  onClose: () => void
}

/** The last thing that is said to who has left, or has had their account deleted. */
export const GoodbyeDialog = ({ community, goodbye, isDeleted, onLogIn, onClose }: GoodbyeDialogProps) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  const { firstname, until } = goodbye
  return (
    <Dialog
      title={firstname ? t('leaving.goodbye', { name: firstname }) : t('leaving.goodbye.nobody')}
      art={door}
      onClose={onClose}
      addressed
      crossless
      size="m"
    >
      <p className={css.text}>
        {isDeleted ? t('leaving.goodbye.deletion') : t('leaving.goodbye.left', { name: community.name })}
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
