import { useEffect, useEffectEvent, useState } from 'react'
import type { CameraError } from '#web/kernel/device/camera.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NoCamera } from './camera/NoCamera.tsx'
import { takePhonePhoto } from './camera/phone-camera.ts'
import type { CameraViewProps } from './CameraView.tsx'
import css from './CameraView.module.css'

/** In the native apps the phone's own camera takes the photo; this screen only explains why no photo could be taken. */
export const PhoneCameraView = ({ caller, onPhoto, onLeave }: CameraViewProps) => {
  const { t } = useText()
  const [error, setError] = useState<CameraError | null>(null)
  const [retryCount, setRetryCount] = useState(0)
  const handleResult = useEffectEvent((result: File | CameraError | 'left') => {
    if (result instanceof File) onPhoto(result)
    else if (result === 'left') onLeave()
    else setError(result)
  })
  const isProfilePhoto = caller === 'profile'
  useEffect(() => {
    let isCancelled = false
    void takePhonePhoto(isProfilePhoto ? 'user' : 'environment', isProfilePhoto).then(
      result => isCancelled || handleResult(result),
    )
    return () => {
      isCancelled = true
    }
  }, [isProfilePhoto, retryCount])
  return (
    <main id="main" className={css.screen}>
      <header className={css.bar}>
        <IconButton icon="x" label={t('common.close')} onClick={onLeave} />
        <h1>{t(`media.camera.for.${caller}`)}</h1>
        <span className={css.blank} />
      </header>
      {error && (
        <NoCamera
          error={error}
          onPhoto={onPhoto}
          onRetry={() => {
            setError(null)
            setRetryCount(now => now + 1)
          }}
          onLeave={onLeave}
        />
      )}
    </main>
  )
}
