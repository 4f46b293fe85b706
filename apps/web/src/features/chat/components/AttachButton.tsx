import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import typography from '#web/ui/typography.module.css'
import { loadOnDemand } from '../load-on-demand.ts'

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
  const { button, panel, part } = useMenu(loadOnDemand)
  return (
    <>
      <IconButton icon="plus" label={t('messages.composer.attach')} disabled={disabled} {...button} />
      {part && (
        <part.AttachMenu
          menu={panel}
          canShareLocation={canShareLocation}
          onVideo={onVideo}
          onPhoto={() => picker.current?.click()}
          onPlace={onPlace}
        />
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        className={typography.hidden}
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPhoto(file)
        }}
      />
    </>
  )
}
