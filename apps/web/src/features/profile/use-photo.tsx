import { useEffect, useState } from 'react'
import {
  MAX_PICKED_MB,
  measurePhoto,
  type PictureArea,
  preparePhoto,
  type PhotoError,
  type Size,
} from '#web/kernel/picture/prepare-photo.ts'
import { withTexts, useText } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { savePickedPhoto } from './profile-draft.ts'

/** Side of a profile photo in pixels; no screen shows the photo larger. */
const AVATAR_SIDE_PX = 1024
/** Relative difference of the sides up to which a photo counts as square. */
const SQUARE_TOLERANCE = 0.02

/** The whole picture, in percent of the picture's sides. */
const WHOLE_PICTURE: PictureArea = { x: 0, y: 0, width: 100, height: 100 }

export type PhotoSource = 'albums' | 'camera'

const isSquare = ({ width, height }: Size) => Math.abs(width - height) <= SQUARE_TOLERANCE * Math.max(width, height)

// A separate function, because otherwise the bundler would move code of its caller into the wrapper of the import.
const loadCropDialog = () => withTexts(import('./components/CropPhoto.tsx'), 'profile')

/** The open crop dialog. `answer` receives the chosen part of the picture, or null to keep the previous photo. */
interface CropRequest {
  CropPhoto: Awaited<ReturnType<typeof loadCropDialog>>['CropPhoto']
  imageUrl: string
  size: Size
  answer: (part: PictureArea | null) => void
}

/** Asks for the part of a picture to use. */
const useCropDialog = () => {
  const [cropRequest, setCropRequest] = useState<CropRequest | null>(null)

  const askForPart = async (file: File, size: Size): Promise<PictureArea | null> => {
    const dialog = await loadCropDialog().catch(onChunkLoadFailed)
    if (!dialog) return null
    const imageUrl = URL.createObjectURL(file)
    const part = await new Promise<PictureArea | null>(answer => setCropRequest({ ...dialog, imageUrl, size, answer }))
    URL.revokeObjectURL(imageUrl)
    setCropRequest(null)
    return part
  }
  // Leaving the screen cancels the dialog.
  useEffect(() => () => cropRequest?.answer(null), [cropRequest])

  return {
    askForPart,
    /** The crop dialog, rendered outside of the form; otherwise the Enter key in the dialog would submit the form. */
    cropDialog: cropRequest && (
      <cropRequest.CropPhoto
        imageUrl={cropRequest.imageUrl}
        size={cropRequest.size}
        onCropped={cropRequest.answer}
        onCancel={() => cropRequest.answer(null)}
      />
    ),
  }
}

/** A profile photo picked now or before a reload. The device stores the photo until the profile is saved. */
export const useProfilePhoto = (userId: string, initialPhoto: Blob | null) => {
  const { t } = useText()
  const [photo, setPhoto] = useState(initialPhoto)
  const [isPreparing, setIsPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoError | null>(null)
  const { askForPart, cropDialog } = useCropDialog()

  const cropAndPrepare = async (file: File, source: PhotoSource): Promise<Blob | PhotoError | null> => {
    const size = await measurePhoto(file)
    if (typeof size === 'string') return size
    // The camera screen has already cropped the photo to a square.
    const part = source === 'camera' && isSquare(size) ? WHOLE_PICTURE : await askForPart(file, size)
    if (!part) return null
    const prepared = await preparePhoto(file, AVATAR_SIDE_PX, part)
    return prepared.photo ?? prepared.trouble
  }
  /** Replaces the photo by an existing one, or by none. */
  const replace = (next: Blob | null): Promise<void> => {
    setPhoto(next)
    setPhotoError(null)
    return savePickedPhoto(userId, next)
  }
  /** Prepares a picked picture; returns false when it cannot be used. */
  const pick = async (file: File, source: PhotoSource = 'albums'): Promise<boolean> => {
    if (isPreparing) return false
    setIsPreparing(true)
    const result = await cropAndPrepare(file, source)
    setIsPreparing(false)
    if (!result) return false
    if (typeof result === 'string') setPhotoError(result)
    else await replace(result)
    return typeof result !== 'string'
  }
  const error = photoError && t(`media.photo.${photoError}`, { megabytes: MAX_PICKED_MB })
  return {
    photo,
    isPreparing,
    error,
    pick,
    replace,
    cropDialog,
  }
}
