import { useNavigate } from '@tanstack/react-router'
import { goToCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem, type MenuProps } from '#web/ui/Menu.tsx'
import { showToast } from '#web/ui/toasts.ts'

export interface AttachMenuProps {
  menu: MenuProps['menu']
  mayShareLocation: boolean
  onPhoto: () => void
  onPlace: () => void
}

/** What can go with a message. */
export const AttachMenu = ({ menu, mayShareLocation, onPhoto, onPlace }: AttachMenuProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  const take = () => {
    goToCamera('chat')
    void navigate({ to: '/appareil-photo', search: { from: 'chat' } })
  }
  return (
    <Menu menu={menu} label={t('messages.composer.attach')}>
      <MenuItem icon="image" onClick={onPhoto}>
        {t('messages.composer.photo')}
      </MenuItem>
      <MenuItem icon="camera" onClick={take}>
        {t('messages.composer.camera')}
      </MenuItem>
      {mayShareLocation && (
        <MenuItem icon="map-pin" onClick={onPlace}>
          {t('messages.composer.place')}
        </MenuItem>
      )}
      <MenuItem icon="play" onClick={() => showToast({ kind: 'info', text: t('messages.composer.video.hint') })}>
        {t('messages.composer.video')}
      </MenuItem>
    </Menu>
  )
}
