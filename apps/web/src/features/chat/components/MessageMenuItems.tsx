import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem, type MenuProps } from '#web/ui/Menu.tsx'

export interface MessageMenuItemsProps {
  menu: MenuProps['menu']
  onCopy?: () => void
  onDelete?: () => void
  onFlag?: () => void
}

export const MessageMenuItems = ({ menu, onCopy, onDelete, onFlag }: MessageMenuItemsProps) => {
  const { t } = useText()
  return (
    <Menu menu={menu} label={t('messages.menu')}>
      {onCopy && (
        <MenuItem icon="copy" onClick={onCopy}>
          {t('messageacts.copy')}
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem icon="trash" kind="danger" onClick={onDelete}>
          {t('messageacts.delete')}
        </MenuItem>
      )}
      {onFlag && (
        <MenuItem icon="flag" onClick={onFlag}>
          {t('messageacts.flag')}
        </MenuItem>
      )}
    </Menu>
  )
}
