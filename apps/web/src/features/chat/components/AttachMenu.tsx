import { useNavigate } from '@tanstack/react-router'
import { leaveForCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem, type MenuProps } from '#web/ui/Menu.tsx'

export interface AttachMenuProps {
  menu: MenuProps['menu']
  canShareLocation: boolean
  onPhoto: () => void
  onPlace: () => void
  onVideo: () => void
}

export const AttachMenu = ({ menu, canShareLocation, onPhoto, onPlace, onVideo }: AttachMenuProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  const openCamera = () => {
    leaveForCamera('chat')
    void navigate({ to: '/appareil-photo', search: { from: 'chat' } })
  }
  return (
    <Menu menu={menu} label={t('messages.composer.attach')}>
      <MenuItem icon="image" onClick={onPhoto}>
        {t('messageacts.attach.photo')}
      </MenuItem>
      <MenuItem icon="camera" onClick={openCamera}>
        {t('messageacts.attach.camera')}
      </MenuItem>
      {canShareLocation && (
        <MenuItem icon="map-pin" onClick={onPlace}>
          {t('messageacts.attach.place')}
        </MenuItem>
      )}
      <MenuItem icon="play" onClick={onVideo}>
        {t('messageacts.attach.video')}
      </MenuItem>
    </Menu>
  )
}
