import type { Media } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { markTransitionPhoto, isTransitionPhoto, canAnimate } from '#web/ui/photo-transition.ts'
import { Photo } from '#web/ui/Photo.tsx'
import typography from '#web/ui/typography.module.css'
import css from './PostCard.module.css'

const RATIO = 8 / 5

/** Photo of a post; a tap opens the whole photo without cropping. */
export const PostPhoto = ({ photo, eager }: { photo: Media; eager: boolean }) => {
  const { t, language } = useText()
  return (
    <Link
      className={css.zoom}
      to="/zoom-image"
      search={{ uri: photo.uri }}
      preload={false}
      viewTransition={canAnimate()}
      data-grows={isTransitionPhoto(photo.uri) ? '' : undefined}
      onClick={event => markTransitionPhoto(event.currentTarget, photo.uri)}
    >
      <Photo
        className={css.photo}
        media={photo}
        alt={textIn(language, photo, 'alt') ?? ''}
        ratio={RATIO}
        eager={eager}
      />
      <span className={typography.hidden}>{t('feed.photo.zoom')}</span>
    </Link>
  )
}
