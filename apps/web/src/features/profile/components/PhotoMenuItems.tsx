import { useNavigate } from '@tanstack/react-router'
import { leaveForCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'

export interface PhotoMenuItemsProps {
  menu: MenuPanel
  onPickFile: () => void
  /** Absent when there is no photo. */
  onDelete?: () => void
}

/** Takes, picks or deletes the profile photo. */
export const PhotoMenuItems = ({ menu, onPickFile, onDelete }: PhotoMenuItemsProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <Menu menu={menu} label={t('profile.photo.change')}>
      <MenuItem
        icon="camera"
        onClick={() => {
          leaveForCamera('profile')
          void navigate({ to: '/appareil-photo', search: { from: 'profile' } })
        }}
      >
        {t('profile.photo.camera')}
      </MenuItem>
      <MenuItem icon="images" onClick={onPickFile}>
        {t('profile.photo.albums')}
      </MenuItem>
      {onDelete && (
        <MenuItem icon="trash" kind="danger" onClick={onDelete}>
          {t('profile.photo.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
