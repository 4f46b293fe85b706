import { useEffect, useEffectEvent } from 'react'
import type { CameraCaller } from './camera-callers.ts'

/** In memory alone: a photo that nobody came back for is forgotten with the page. */
const taken = new Map<CameraCaller, File>()
const away = new Set<CameraCaller>()

/** The form goes to the camera and will be back: what it holds is not left. */
export const goToCamera = (from: CameraCaller): void => void away.add(from)

/** Whether the form is left for the camera. */
export const isAtCamera = (from: CameraCaller): boolean => away.has(from)

/** The photo that the form gets when it is back. */
export const handPhoto = (from: CameraCaller, photo: File): void => void taken.set(from, photo)

export const forgetPhotos = (): void => {
  taken.clear()
  away.clear()
}

/** Gives the form the photo that was taken for it, once, when it is back from the camera. */
export const useTakenPhoto = (from: CameraCaller, onPhoto: (photo: File) => void): void => {
  const give = useEffectEvent(onPhoto)
  useEffect(() => {
    away.delete(from)
    const photo = taken.get(from)
    taken.delete(from)
    if (photo) give(photo)
  }, [from])
}
