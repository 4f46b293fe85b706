import { useState } from 'react'
import { saveDraftPhoto } from './draft-photos.ts'
import { preparePhoto, type PhotoError } from './prepare-photo.ts'

/** A form whose draft says whether it has a photo; `stored` means the photo that the server has. */
interface FormWithPhoto<D> {
  draft: D
  current: D
  change: (patch: { photo: 'new' | 'none' }) => void
}

/** The photo of a draft, and the draft without a new photo that the device could not store. */
export const useDraftPhoto = <D extends { photo: 'none' | 'stored' | 'new' }>(
  { draft, current, change }: FormWithPhoto<D>,
  initial: Blob | null,
  /** Key under which the device stores the photo; without a key, it does not. */
  photoKey?: string,
) => {
  const [photo, setPhoto] = useState(initial)
  const [isPreparing, setIsPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoError | null>(null)

  const pickPhoto = async (file: File) => {
    setIsPreparing(true)
    const prepared = await preparePhoto(file)
    setIsPreparing(false)
    setPhotoError(prepared.trouble ?? null)
    if (!prepared.photo) return
    setPhoto(prepared.photo)
    change({ photo: 'new' })
    if (photoKey) await saveDraftPhoto(photoKey, prepared.photo)
  }

  const removePhoto = () => {
    setPhoto(null)
    setPhotoError(null)
    change({ photo: 'none' })
    if (photoKey) void saveDraftPhoto(photoKey, null)
  }

  const isPhotoLost = draft.photo === 'new' && !photo
  return {
    draft: isPhotoLost ? { ...draft, photo: current.photo } : draft,
    photo,
    isPreparing,
    photoError,
    pickPhoto,
    removePhoto,
  }
}
