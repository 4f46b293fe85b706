import type { Media } from '@parvis/contract/entity.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { useRef } from 'react'
import { MAX_PICKED_MB } from '#web/kernel/picture/prepare-photo.ts'
import { leaveForCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Row } from '#web/ui/Row.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import css from './DealPhotoField.module.css'
import { DealField, type DealFieldsProps } from './DealField.tsx'

const RATIO = 16 / 9

export interface DealPhotoFieldProps extends DealFieldsProps {
  /** Photo of the saved deal. */
  savedPhoto: Media | null
  language: Language
}

/** Field for the photo of a deal, with a preview and the alternative text. */
export const DealPhotoField = ({ savedPhoto, language, ...fields }: DealPhotoFieldProps) => {
  const { t } = useText()
  const { form, errorOf } = fields
  const { draft, photo, isPreparing, photoError: photoTrouble } = form
  const { alt } = draft[language]
  const pickers = useRef<HTMLDivElement>(null)
  const hasPhoto = draft.photo !== 'none'
  const altText = alt.trim() || t('dealwriting.photo.shown')
  return (
    <FormSection
      title={t('dealwriting.photo')}
      note={t('dealwriting.optional')}
      error={
        photoTrouble ? t(`media.photo.${photoTrouble}`, { megabytes: MAX_PICKED_MB }) : errorOf('files', 'photoUri')
      }
    >
      {hasPhoto && (
        <>
          <div className={css.photo}>
            {draft.photo === 'stored' && savedPhoto && <Photo media={savedPhoto} alt={altText} ratio={RATIO} />}
            {draft.photo === 'new' && photo && <BlobImage blob={photo} alt={altText} />}
            <span className={css.remove}>
              <IconButton
                icon="x"
                kind="photo"
                label={t('dealwriting.photo.remove')}
                onClick={() => {
                  form.removePhoto()
                  requestAnimationFrame(() => pickers.current?.focus())
                }}
              />
            </span>
          </div>
          <DealField
            fields={fields}
            label={
              <>
                {t('dealwriting.alt')} <small>{t('dealwriting.alt.why')}</small>
              </>
            }
            field={`${language}.alt`}
            lang={language}
            maxLength={MAX_ALT_LENGTH}
            autoComplete="off"
          />
        </>
      )}
      <div ref={pickers} className={css.ways} tabIndex={-1} role="group" aria-label={t('dealwriting.photo.add')}>
        <Row>
          <FileButton
            size="s"
            icon="image"
            accept="image/*"
            disabled={isPreparing}
            onPick={file => void form.pickPhoto(file)}
          >
            {t(
              isPreparing
                ? 'dealwriting.photo.preparing'
                : hasPhoto
                  ? 'dealwriting.photo.replace'
                  : 'dealwriting.photo.pick',
            )}
          </FileButton>
          <ButtonLink
            size="s"
            icon="camera"
            to="/appareil-photo"
            search={{ from: 'deal' }}
            onClick={() => leaveForCamera('deal')}
          >
            {t('dealwriting.camera')}
          </ButtonLink>
        </Row>
      </div>
    </FormSection>
  )
}
