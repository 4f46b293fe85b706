import { useEffect, useEffectEvent } from 'react'
import type { CameraCaller } from './camera-callers.ts'

/** In memory only: a photo whose form is never reopened is lost with the page. */
const taken = new Map<CameraCaller, File>()
const away = new Set<CameraCaller>()

/** The form opens the camera and will return: its content must not be discarded. */
export const goToCamera = (from: CameraCaller): void => void away.add(from)

export const isAtCamera = (from: CameraCaller): boolean => away.has(from)

export const handPhoto = (from: CameraCaller, photo: File): void => void taken.set(from, photo)

export const forgetPhotos = (): void => {
  taken.clear()
  away.clear()
}

/** Passes the photo that was taken to the form, once, when it is back from the camera. */
export const useTakenPhoto = (from: CameraCaller, onPhoto: (photo: File) => void): void => {
  const give = useEffectEvent(onPhoto)
  useEffect(() => {
    away.delete(from)
    const photo = taken.get(from)
    taken.delete(from)
    if (photo) give(photo)
  }, [from])
}
