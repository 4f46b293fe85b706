import { useEffect, useEffectEvent, useState } from 'react'
import type { CameraTrouble } from '#web/kernel/device/camera.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NoCamera } from './camera/NoCamera.tsx'
import { takePhonePhoto } from './camera/phone-camera.ts'
import type { CameraViewProps } from './CameraView.tsx'
import css from './CameraView.module.css'

/** In the native apps the phone's own camera takes the photo; this screen only explains why it could not. */
export const PhoneCameraView = ({ from, onPhoto, onLeave }: CameraViewProps) => {
  const { t } = useText()
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  const heed = useEffectEvent((taken: File | CameraTrouble | 'left') => {
    if (taken instanceof File) onPhoto(taken)
    else if (taken === 'left') onLeave()
    else setTrouble(taken)
  })
  const isFace = from === 'profile'
  useEffect(() => {
    let left = false
    void takePhonePhoto(isFace ? 'user' : 'environment', isFace).then(taken => left || heed(taken))
    return () => {
      left = true
    }
  }, [isFace, attempt])
  return (
    <main id="main" className={css.screen}>
      <header className={css.bar}>
        <IconButton icon="x" label={t('common.close')} onClick={onLeave} />
        <h1>{t(`media.camera.for.${from}`)}</h1>
        <span className={css.blank} />
      </header>
      {trouble && (
        <NoCamera
          trouble={trouble}
          onPhoto={onPhoto}
          onRetry={() => {
            setTrouble(null)
            setAttempt(now => now + 1)
          }}
          onLeave={onLeave}
        />
      )}
    </main>
  )
}
