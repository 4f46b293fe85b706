import { useEffect, useState } from 'react'
import { findPickedPhoto } from './profile-draft.ts'

/** The photo that was picked at an earlier visit; null for none, undefined while the device is read. */
export const usePickedPhoto = (userId: string): Blob | null | undefined => {
  const [photo, setPhoto] = useState<Blob | null>()
  useEffect(() => {
    void findPickedPhoto(userId).then(setPhoto)
  }, [userId])
  return photo
}
