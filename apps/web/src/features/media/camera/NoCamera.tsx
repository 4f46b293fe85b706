import type { CameraError } from '#web/kernel/device/camera.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from '../CameraView.module.css'

interface NoCameraProps {
  error: CameraError
  onPhoto: (photo: File) => void
  onRetry: () => void
  onLeave: () => void
}

/** Explains why there is no camera and offers the alternatives. */
export const NoCamera = ({ error, onPhoto, onRetry, onLeave }: NoCameraProps) => {
  const { t } = useText()
  return (
    <div className={css.denied} role="status">
      <span>
        <Icon name="camera-off" size="l" />
      </span>
      <h2>{t(`media.camera.${error}.title`)}</h2>
      <p>{t(error === 'denied' ? 'media.camerainfo' : 'media.camera.none.text')}</p>
      <div className={css.ways}>
        <FileButton kind="primary" icon="images" accept="image/*" onPick={onPhoto}>
          {t('media.camera.fromlibrary')}
        </FileButton>
        <Button icon="rotate-cw" onClick={onRetry}>
          {t('media.camera.retry')}
        </Button>
        <Button kind="quiet" onClick={onLeave}>
          {t('media.camera.cancel')}
        </Button>
      </div>
    </div>
  )
}
