import { useState } from 'react'
import { MAX_PICKED_BYTES, preparePhoto, type PhotoTrouble } from '#web/kernel/picture/prepare-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { keepFace } from './profile-draft.ts'

/** Side of a face, in pixels: it is never shown larger. */
const FACE_SIDE_PX = 1024
const BYTES_IN_MB = 1024 * 1024

/** A face that was picked, or was there before a reload; the device keeps it as long as it is not saved. */
export const usePhoto = (userId: string, start: Blob | null) => {
  const { t } = useText()
  const [photo, setPhoto] = useState(start)
  const [preparing, setPreparing] = useState(false)
  const [trouble, setTrouble] = useState<PhotoTrouble | null>(null)

  /** Whether it can be used. */
  const pick = async (file: File): Promise<boolean> => {
    setPreparing(true)
    const prepared = await preparePhoto(file, FACE_SIDE_PX, 'square')
    setPreparing(false)
    setTrouble(prepared.trouble ?? null)
    if (!prepared.photo) return false
    setPhoto(prepared.photo)
    await keepFace(userId, prepared.photo)
    return true
  }
  const remove = () => {
    setPhoto(null)
    setTrouble(null)
    void keepFace(userId, null)
  }
  const error = trouble && t(`media.photo.${trouble}`, { megabytes: MAX_PICKED_BYTES / BYTES_IN_MB })
  return { photo, preparing, error, pick, remove }
}
