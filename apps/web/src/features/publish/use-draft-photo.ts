import { useState } from 'react'
import { preparePhoto, type PhotoError } from '#web/kernel/picture/prepare-photo.ts'

/** The photo of a draft; `storePhoto` saves it on the device. */
export const useDraftPhoto = (
  initial: Blob | null,
  onChange: (patch: { photo: 'new' | 'none' }) => void,
  storePhoto?: (photo: Blob | null) => Promise<void>,
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
    onChange({ photo: 'new' })
    await storePhoto?.(prepared.photo)
  }

  const removePhoto = () => {
    setPhoto(null)
    setPhotoError(null)
    onChange({ photo: 'none' })
    void storePhoto?.(null)
  }

  return { photo, isPreparing, photoError, pickPhoto, removePhoto }
}
