import { useText } from '#web/kernel/text/i18n.ts'
import { leaveForCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Row } from '#web/ui/Row.tsx'
import type { PhotoSource } from '../use-photo.tsx'
import { AvatarImage } from './AvatarImage.tsx'
import css from './PhotoField.module.css'

export interface PhotoFieldProps {
  /** A picked file, or the URL of the stored photo. */
  photo: Blob | string | null
  isPreparing: boolean
  error: string | null
  onPick: (file: File, source?: PhotoSource) => void
  onRemove: () => void
}

/** Picks, takes or removes the profile photo. */
export const PhotoField = ({ photo, isPreparing, error, onPick, onRemove }: PhotoFieldProps) => {
  const { t } = useText()
  useTakenPhoto('profile', photo => onPick(photo, 'camera'))
  return (
    <>
      <div className={css.line}>
        {photo ? (
          <AvatarImage className={css.face} photo={photo} alt={t('entry.photo.shown')} />
        ) : (
          <span className={css.face}>
            <Icon name="camera" size="l" />
          </span>
        )}
        <div>
          <Row>
            <FileButton size="s" accept="image/*" onPick={file => onPick(file)}>
              {t(isPreparing ? 'entry.photo.preparing' : photo ? 'entry.photo.other' : 'entry.photo.add')}
            </FileButton>
            <ButtonLink
              size="s"
              icon="camera"
              to="/appareil-photo"
              search={{ from: 'profile' }}
              onClick={() => leaveForCamera('profile')}
            >
              {t('entry.photo.camera')}
            </ButtonLink>
            {photo && (
              <Button kind="quiet" size="s" onClick={onRemove}>
                {t('entry.photo.remove')}
              </Button>
            )}
          </Row>
          <small>{t('entry.photo.why')}</small>
        </div>
      </div>
      {error && (
        <Notice kind="danger" icon="circle-alert">
          {error}
        </Notice>
      )}
    </>
  )
}
