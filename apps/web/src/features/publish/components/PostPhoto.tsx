import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import type { Media } from '@parvis/contract/entity.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import type { PostDraft } from '../post-draft.ts'
import css from './PostPhoto.module.css'

const RATIO = 8 / 5

/** State of a form with a photo and its alt text in both languages. */
export interface PhotoForm {
  draft: { photo: PostDraft['photo']; fr: { alt: string }; en: { alt: string } }
  photo: Blob | null
  write: (language: Language, texts: { alt: string }) => void
}

export interface PostPhotoProps {
  form: PhotoForm
  /** Photo of the saved post. */
  savedPhoto: Media | null
  language: Language
  onRemove: () => void
}

/** Preview of the photo, with the field for its alt text. */
export const PostPhoto = ({ form: { draft, photo, write }, savedPhoto, language, onRemove }: PostPhotoProps) => {
  const { t } = useText()
  const { alt } = draft[language]
  const altText = alt.trim() || t('publish.photo.shown')
  return (
    <>
      <div className={css.photo}>
        {draft.photo === 'stored' && savedPhoto && <Photo media={savedPhoto} alt={altText} ratio={RATIO} />}
        {draft.photo === 'new' && photo && <BlobImage blob={photo} alt={altText} />}
        <span className={css.remove}>
          <IconButton icon="x" kind="photo" label={t('publish.photo.remove')} onClick={onRemove} />
        </span>
      </div>
      <Field
        label={
          <>
            {t('publish.alt')} <small>{t('publish.alt.why')}</small>
          </>
        }
        name="alt"
        lang={language}
        maxLength={MAX_ALT_LENGTH}
        autoComplete="off"
        value={alt}
        onChange={value => write(language, { alt: value })}
      />
    </>
  )
}
