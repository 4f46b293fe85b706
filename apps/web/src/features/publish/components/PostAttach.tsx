import type { RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import type { CameraCaller } from '#web/kernel/picture/camera-callers.ts'
import { leaveForCamera } from '#web/kernel/picture/taken-photo.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { MAX_PICKED_MB } from '#web/kernel/picture/prepare-photo.ts'
import type { PhotoError } from '#web/kernel/picture/prepare-photo.ts'
import type { PostDraft } from '../post-draft.ts'
import css from './PostAttach.module.css'

/** State of a form that can have a photo and a video. */
export interface AttachForm {
  draft: Pick<PostDraft, 'photo' | 'link'>
  isPreparing: boolean
  photoError: PhotoError | null
  pickPhoto: (file: File) => Promise<void>
  change: (patch: { link: string }) => void
}

export interface PostAttachProps {
  form: AttachForm
  /** The form for which the camera takes a photo. */
  from: CameraCaller
  error: string | null
  /** The element that receives the focus when an attachment is removed. */
  groupRef: RefObject<HTMLDivElement | null>
}

/** Buttons to attach one photo and one video. */
export const PostAttach = ({ form, from, error, groupRef }: PostAttachProps) => {
  const { t } = useText()
  const { draft, isPreparing, photoError, pickPhoto } = form
  const hasPhoto = draft.photo !== 'none'
  const errorText = photoError ? t(`media.photo.${photoError}`, { megabytes: MAX_PICKED_MB }) : error
  const fileButtonProps = {
    kind: 'soft',
    size: 's',
    accept: 'image/*',
    disabled: isPreparing,
    onPick: (picked: File) => void pickPhoto(picked),
  } as const
  return (
    <>
      {errorText && (
        <Notice kind="danger" icon="circle-alert">
          {errorText}
        </Notice>
      )}
      <div ref={groupRef} className={css.attach} tabIndex={-1} role="group" aria-label={t('publish.attach')}>
        <FileButton {...fileButtonProps} icon="image">
          {t(isPreparing ? 'publish.photo.preparing' : hasPhoto ? 'publish.photo.replace' : 'publish.photo')}
        </FileButton>
        <ButtonLink size="s" icon="camera" to="/appareil-photo" search={{ from }} onClick={() => leaveForCamera(from)}>
          {t('publish.camera')}
        </ButtonLink>
        {draft.link === null && (
          <Button size="s" icon="video" disabled={isPreparing} onClick={() => form.change({ link: '' })}>
            {t('publish.video')}
          </Button>
        )}
      </div>
    </>
  )
}
