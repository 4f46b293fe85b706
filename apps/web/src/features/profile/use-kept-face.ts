import { useEffect, useState } from 'react'
import { findFace } from './profile-draft.ts'

/** The photo that was picked at an earlier visit; null for none, undefined while the device is read. */
export const useKeptFace = (userId: string): Blob | null | undefined => {
  const [face, setFace] = useState<Blob | null>()
  useEffect(() => {
    void findFace(userId).then(setFace)
  }, [userId])
  return face
}
