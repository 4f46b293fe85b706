import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react'
import type { Facing } from '#web/kernel/device/camera.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import type { CameraCaller } from '#web/kernel/picture/camera-callers.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ZoomSlider } from '#web/ui/ZoomSlider.tsx'
import typography from '#web/ui/typography.module.css'
import { NoCamera } from './camera/NoCamera.tsx'
import { takeShot } from './camera/shot.ts'
import { usePhotoCamera } from './camera/use-photo-camera.ts'
import css from './CameraView.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Whether the rule-of-thirds grid is shown over the camera. */
    cameragrid: boolean
  }
}

export interface CameraViewProps {
  caller: CameraCaller
  /** Called with the photo that the person accepted. */
  onPhoto: (photo: File) => void
  onLeave: () => void
}

/** Takes a photo for the screen that asked for one, with a preview before it is used. */
export const CameraView = ({ caller, onPhoto, onLeave }: CameraViewProps) => {
  const { t } = useText()
  const [facing, setFacing] = useState<Facing>(caller === 'profile' ? 'user' : 'environment')
  const [grid, setGrid] = useState(() => stored('cameragrid') === true)
  const [shot, setShot] = useState<File | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const camera = usePhotoCamera(facing, shot !== null)
  const { video, state, zoom } = camera
  const isUnavailable = state === 'denied' || state === 'none'
  const digitalZoom = zoom.isNative ? 1 : zoom.value
  const shoot = async () => {
    const { current: element } = video
    const { current: window } = frame
    if (state !== 'live' || !element || !window) return
    setShot(await takeShot(element, { width: window.clientWidth, height: window.clientHeight }, digitalZoom))
  }
  const toggleGrid = () => {
    setGrid(!grid)
    store('cameragrid', grid ? null : true)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (shot) setShot(null)
    else onLeave()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <main id="main" className={css.screen}>
      <header className={css.bar}>
        <IconButton icon="x" label={t('common.close')} onClick={onLeave} />
        <h1>{t(`media.camera.for.${caller}`)}</h1>
        {!isUnavailable && !shot ? (
          <IconButton icon="grid-3x3" label={t('media.camera.grid')} aria-pressed={grid} onClick={toggleGrid} />
        ) : (
          <span className={css.blank} />
        )}
      </header>
      {isUnavailable ? (
        <NoCamera error={state} onPhoto={onPhoto} onRetry={camera.retry} onLeave={onLeave} />
      ) : (
        <>
          <div
            ref={frame}
            className={css.frame}
            data-grid={(grid && !shot) || undefined}
            data-square={caller === 'profile' || undefined}
          >
            <video
              ref={video}
              muted
              playsInline
              hidden={shot !== null}
              aria-label={t('media.camera.view')}
              data-mirrored={facing === 'user' || undefined}
              style={{ '--cut': digitalZoom } as CSSProperties}
            />
            {shot && <ShotPreview photo={shot} />}
            {!shot && state === 'live' && (
              <ZoomSlider
                zoom={zoom}
                onZoom={camera.setZoom}
                labels={{
                  zoom: t('media.camera.zoom'),
                  in: t('media.zoom.in'),
                  out: t('media.zoom.out'),
                  times: times => t('media.camera.times', { times }),
                }}
                className={css.zoom}
              />
            )}
          </div>
          <p className={typography.hidden} role="status">
            {shot ? t('media.camera.taken') : state === 'starting' ? t('media.camera.starting') : ''}
          </p>
          {shot ? (
            <footer className={css.acts}>
              <Button icon="rotate-cw" onClick={() => setShot(null)}>
                {t('media.camera.again')}
              </Button>
              <Button kind="primary" icon="check" onClick={() => onPhoto(shot)}>
                {t('media.camera.use')}
              </Button>
            </footer>
          ) : (
            <footer className={css.foot}>
              <FileButton kind="quiet" icon="images" accept="image/*" onPick={onPhoto}>
                {t('media.camera.library')}
              </FileButton>
              <button
                type="button"
                className={css.shutter}
                aria-label={t('media.camera.shoot')}
                disabled={state !== 'live'}
                onClick={() => void shoot()}
              />
              {camera.hasOtherCamera ? (
                <Button
                  kind="quiet"
                  icon="switch-camera"
                  onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
                >
                  {t(facing === 'user' ? 'media.camera.back' : 'media.camera.front')}
                </Button>
              ) : (
                <span className={css.blank} />
              )}
            </footer>
          )}
        </>
      )}
    </main>
  )
}

const ShotPreview = ({ photo }: { photo: File }) => {
  const { t } = useText()
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return <img ref={image} alt={t('media.camera.shown')} />
}
