import { useState } from 'react'
import { preparePhoto, type PhotoError } from '#web/kernel/picture/prepare-photo.ts'

/** The photo of a draft; `store` keeps it on the device. */
export const useDraftPhoto = (
  initial: Blob | null,
  change: (patch: { photo: 'new' | 'none' }) => void,
  store?: (photo: Blob | null) => Promise<void>,
) => {
  const [photo, setPhoto] = useState(initial)
  const [preparing, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoError | null>(null)

  const pick = async (file: File) => {
    setPreparing(true)
    const prepared = await preparePhoto(file)
    setPreparing(false)
    setPhotoError(prepared.trouble ?? null)
    if (!prepared.photo) return
    setPhoto(prepared.photo)
    change({ photo: 'new' })
    await store?.(prepared.photo)
  }

  const removePhoto = () => {
    setPhoto(null)
    setPhotoError(null)
    change({ photo: 'none' })
    void store?.(null)
  }

  return { photo, preparing, photoError, pick, removePhoto }
}
