import { useEffect, useEffectEvent } from 'react'
import type { CameraCaller } from './camera-callers.ts'

/** Photos are kept in memory only: a photo whose form is never reopened is lost with the page. */
const photos = new Map<CameraCaller, File>()
const awaitingForms = new Set<CameraCaller>()

/** Call it before a form opens the camera screen: the form will return, so its draft must not be discarded. */
export const leaveForCamera = (from: CameraCaller): void => void awaitingForms.add(from)

export const isAtCamera = (from: CameraCaller): boolean => awaitingForms.has(from)

export const deliverPhoto = (from: CameraCaller, photo: File): void => void photos.set(from, photo)

export const clearPhotos = (): void => {
  photos.clear()
  awaitingForms.clear()
}

export const useTakenPhoto = (from: CameraCaller, onPhoto: (photo: File) => void): void => {
  const deliver = useEffectEvent(onPhoto)
  useEffect(() => {
    awaitingForms.delete(from)
    const photo = photos.get(from)
    photos.delete(from)
    if (photo) deliver(photo)
  }, [from])
}
