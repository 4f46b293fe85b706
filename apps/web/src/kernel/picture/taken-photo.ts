import { useEffect, useEffectEvent } from 'react'
import type { CameraCaller } from './camera-callers.ts'

/** Photos are kept in memory only: a photo whose form is never reopened is lost with the page. */
const photos = new Map<CameraCaller, File>()
const awaitingForms = new Set<CameraCaller>()

/** Call it before a form opens the camera screen: the form will return, so its draft must not be discarded. */
export const leaveForCamera = (caller: CameraCaller): void => void awaitingForms.add(caller)

export const isAtCamera = (caller: CameraCaller): boolean => awaitingForms.has(caller)

export const deliverPhoto = (caller: CameraCaller, photo: File): void => void photos.set(caller, photo)

export const clearPhotos = (): void => {
  photos.clear()
  awaitingForms.clear()
}

export const useTakenPhoto = (caller: CameraCaller, onPhoto: (photo: File) => void): void => {
  const deliver = useEffectEvent(onPhoto)
  useEffect(() => {
    awaitingForms.delete(caller)
    const photo = photos.get(caller)
    photos.delete(caller)
    if (photo) deliver(photo)
  }, [caller])
}
