import { useEffect, useEffectEvent } from 'react'
import type { CameraCaller } from './camera-callers.ts'

/** In memory only: a photo whose form is never reopened is lost with the page. */
const photos = new Map<CameraCaller, File>()
const awaitingForms = new Set<CameraCaller>()

/** The form opens the camera and will return: its content must not be discarded. */
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
