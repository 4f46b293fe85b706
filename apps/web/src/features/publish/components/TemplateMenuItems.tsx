import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'

export interface TemplateMenuItemsProps {
  menu: MenuPanel
  onEdit: () => void
  onRemove: () => void
}

export const TemplateMenuItems = ({ menu, onEdit, onRemove }: TemplateMenuItemsProps) => {
  const { t } = useText()
  return (
    <Menu menu={menu}>
      <MenuItem icon="pencil" onClick={onEdit}>
        {t('templates.edit')}
      </MenuItem>
      <MenuItem icon="trash" kind="danger" onClick={onRemove}>
        {t('templates.remove')}
      </MenuItem>
    </Menu>
  )
}
