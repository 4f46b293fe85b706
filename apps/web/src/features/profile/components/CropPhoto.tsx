import { useId, useState, type KeyboardEvent } from 'react'
import Cropper, { type Point } from 'react-easy-crop'
import type { PictureArea, Size } from '#web/kernel/picture/prepare-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import typography from '#web/ui/typography.module.css'
import { ZoomSlider } from '#web/ui/ZoomSlider.tsx'
import css from './CropPhoto.module.css'

const MAX_ZOOM = 4
/** Distance in pixels by which an arrow key moves the picture; with the shift key, a fifth of this distance. */
const KEY_STEP_PX = 10
const KEY_FACTORS: Partial<Record<string, number>> = { '+': 1.15, '=': 1.15, '-': 1 / 1.15 }
/** One notch of the mouse wheel changes the zoom by 0.25, half of the default of the cropper. */
const WHEEL_SPEED = 0.5

/**
 * Position and scale of the picture: offset of its middle from the middle of the frame in pixels, and zoom relative to
 * its smallest size.
 */
interface CropState {
  crop: Point
  zoom: number
}

/** Zooms around the point in the middle of the frame. `to` is limited to the range from 1 to `MAX_ZOOM`. */
const zoomTo = ({ crop: { x, y }, zoom }: CropState, to: number): CropState => {
  const next = Math.min(MAX_ZOOM, Math.max(1, to))
  const ratio = next / zoom
  return { crop: { x: x * ratio, y: y * ratio }, zoom: next }
}

export interface CropPhotoProps {
  /** Object URL of the picture. */
  imageUrl: string
  /** Size in pixels of the picture when it is upright. */
  size: Size
  /** Receives the chosen area in percent of the picture's sides. */
  onCropped: (area: PictureArea) => void
  onCancel: () => void
}

/** Dialog that moves and zooms a photo under a round frame. */
export const CropPhoto = ({ imageUrl, size, onCropped, onCancel }: CropPhotoProps) => {
  const { t } = useText()
  const hintId = useId()
  const [cropState, setCropState] = useState<CropState>({ crop: { x: 0, y: 0 }, zoom: 1 })
  const [part, setPart] = useState<PictureArea | null>(null)
  const isWide = size.width > size.height

  const zoomByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const factor = KEY_FACTORS[event.key]
    if (!factor) return
    event.preventDefault()
    setCropState(before => zoomTo(before, before.zoom * factor))
  }
  return (
    <Dialog title={t('profile.crop.title')} hideClose onClose={onCancel}>
      <p className={css.lead}>{t('profile.crop.lead')}</p>
      <div className={css.stage} title={t('media.zoom.hint')} data-drawn>
        <Cropper
          image={imageUrl}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit={isWide ? 'vertical-cover' : 'horizontal-cover'}
          crop={cropState.crop}
          zoom={cropState.zoom}
          maxZoom={MAX_ZOOM}
          zoomSpeed={WHEEL_SPEED}
          keyboardStep={KEY_STEP_PX}
          onCropChange={crop => setCropState(before => ({ ...before, crop }))}
          onZoomChange={zoom => setCropState(before => ({ ...before, zoom }))}
          onCropAreaChange={setPart}
          // The Content-Security-Policy of our pages allows no inline styles.
          disableAutomaticStylesInjection
          classes={{
            containerClassName: css.area,
            mediaClassName: isWide ? css.wide : css.tall,
            cropAreaClassName: css.frame,
          }}
          mediaProps={{ draggable: false }}
          cropperProps={{
            role: 'application',
            'aria-label': t('profile.crop.frame'),
            'aria-describedby': hintId,
            onKeyDownCapture: zoomByKey,
          }}
        />
      </div>
      <p id={hintId} className={typography.hidden}>
        {t('media.zoom.hint')}
      </p>
      <ZoomSlider
        className={css.zoom}
        zoom={{ min: 1, max: MAX_ZOOM, value: cropState.zoom }}
        onZoom={zoom => setCropState(before => zoomTo(before, zoom))}
        labels={{
          zoom: t('media.camera.zoom'),
          in: t('media.zoom.in'),
          out: t('media.zoom.out'),
          times: times => t('media.camera.times', { times }),
        }}
      />
      <div className={css.acts}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind="primary" icon="check" busy={!part} onClick={() => part && onCropped(part)}>
          {t('media.camera.use')}
        </Button>
      </div>
    </Dialog>
  )
}
