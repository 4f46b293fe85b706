import { useText } from '#web/kernel/text/i18n.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import css from './MessageMenu.module.css'

export interface MessageMenuProps {
  onCopy?: () => void
  onDelete?: () => void
  /** Until when the message can be deleted, in milliseconds since 1970. */
  deletableUntil: number
  onFlag?: () => void
}

/** Menu button of a message. With a pointer it is visible only on hover. */
export const MessageMenu = ({ onCopy, onDelete, deletableUntil, onFlag }: MessageMenuProps) => {
  const { t } = useText()
  const now = useNow()
  const { button, panel, part } = useMenu(() => import('#web/ui/Menu.tsx'))
  const canDelete = onDelete && now < deletableUntil
  if (!onCopy && !canDelete && !onFlag) return null
  return (
    <span className={css.menu}>
      <IconButton icon="ellipsis" label={t('messages.menu')} {...button} />
      {part && (
        <part.Menu menu={panel} label={t('messages.menu')}>
          {onCopy && (
            <part.MenuItem icon="copy" onClick={onCopy}>
              {t('messageacts.copy')}
            </part.MenuItem>
          )}
          {canDelete && (
            <part.MenuItem icon="trash" kind="danger" onClick={onDelete}>
              {t('messageacts.delete')}
            </part.MenuItem>
          )}
          {onFlag && (
            <part.MenuItem icon="flag" onClick={onFlag}>
              {t('messageacts.flag')}
            </part.MenuItem>
          )}
        </part.Menu>
      )}
    </span>
  )
}
