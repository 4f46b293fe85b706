import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { leaveForCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import typography from '#web/ui/typography.module.css'
import { pickFile } from '#web/ui/pick-file.ts'

export interface AttachButtonProps {
  disabled: boolean
  canShareLocation: boolean
  onVideo: () => void
  onPhoto: (file: File) => void
  onPlace: () => void
}

/** The button and menu that choose what to attach to a message. */
export const AttachButton = ({ disabled, canShareLocation, onVideo, onPhoto, onPlace }: AttachButtonProps) => {
  const { t } = useText()
  const picker = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { button, panel, part } = useMenu(() => import('#web/ui/Menu.tsx'))
  const openCamera = () => {
    leaveForCamera('chat')
    void navigate({ to: '/appareil-photo', search: { from: 'chat' } })
  }
  return (
    <>
      <IconButton icon="plus" label={t('messages.composer.attach')} disabled={disabled} {...button} />
      {part && (
        <part.Menu menu={panel} label={t('messages.composer.attach')}>
          <part.MenuItem icon="image" onClick={() => picker.current?.click()}>
            {t('messageacts.attach.photo')}
          </part.MenuItem>
          <part.MenuItem icon="camera" onClick={openCamera}>
            {t('messageacts.attach.camera')}
          </part.MenuItem>
          {canShareLocation && (
            <part.MenuItem icon="map-pin" onClick={onPlace}>
              {t('messageacts.attach.place')}
            </part.MenuItem>
          )}
          <part.MenuItem icon="play" onClick={onVideo}>
            {t('messageacts.attach.video')}
          </part.MenuItem>
        </part.Menu>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        className={typography.hidden}
        tabIndex={-1}
        aria-hidden="true"
        onChange={pickFile(onPhoto)}
      />
    </>
  )
}
