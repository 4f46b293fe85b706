import type { DealState } from '@parvis/contract/deals.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'

export interface ManagedDealMenuItemsProps {
  menu: MenuPanel
  state: DealState
  onEnd: () => void
  onReopen: () => void
  onRemove: () => void
}

export const ManagedDealMenuItems = ({ menu, state, onEnd, onReopen, onRemove }: ManagedDealMenuItemsProps) => {
  const { t } = useText()
  return (
    <Menu menu={menu}>
      {state === 'ended' && (
        <MenuItem icon="rotate-cw" onClick={onReopen}>
          {t('dealwriting.act.again')}
        </MenuItem>
      )}
      {state !== 'ended' && state !== 'refused' && (
        <MenuItem icon="circle-stop" onClick={onEnd}>
          {t('dealwriting.act.end')}
        </MenuItem>
      )}
      <MenuItem icon="trash" kind="danger" onClick={onRemove}>
        {t('dealwriting.act.remove')}
      </MenuItem>
    </Menu>
  )
}
