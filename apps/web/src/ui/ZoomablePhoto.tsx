import type { Media } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { markTransitionPhoto, isTransitionPhoto, canAnimate } from './photo-transition.ts'
import { Photo } from './Photo.tsx'
import typography from './typography.module.css'

export interface ZoomablePhotoProps {
  photo: Media
  /** Says to screen readers that a tap opens the photo. */
  zoomLabel: string
  eager: boolean
  className: string | undefined
  photoClassName: string | undefined
}

const RATIO = 8 / 5

/** A photo; a tap opens the whole photo without cropping. */
export const ZoomablePhoto = ({ photo, zoomLabel, eager, className, photoClassName }: ZoomablePhotoProps) => {
  const { language } = useText()
  return (
    <Link
      className={className}
      to="/zoom-image"
      search={{ uri: photo.uri }}
      preload={false}
      viewTransition={canAnimate()}
      data-grows={isTransitionPhoto(photo.uri) ? '' : undefined}
      onClick={event => markTransitionPhoto(event.currentTarget, photo.uri)}
    >
      <Photo
        className={photoClassName}
        media={photo}
        alt={textIn(language, photo, 'alt') ?? ''}
        ratio={RATIO}
        eager={eager}
      />
      <span className={typography.hidden}>{zoomLabel}</span>
    </Link>
  )
}
