import { useState } from 'react'
import { preparePhoto, type PhotoTrouble } from '#web/kernel/picture/prepare-photo.ts'

/** Longest side of a face, in pixels: it is never shown larger, and the tab can keep it. */
const FACE_SIDE_PX = 1024

const addressOf = (photo: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(photo)
  })

/** Back from a data address to what is sent. Null for one that holds no picture. */
const photoIn = (address: string): Blob | null => {
  const [, type, data] = /^data:(image\/\w+);base64,(.+)$/.exec(address) ?? []
  if (!type || !data) return null
  try {
    return new Blob([Uint8Array.from(atob(data), letter => letter.charCodeAt(0))], { type })
  } catch {
    return null
  }
}

/** A photo that was picked, or was there before a reload. */
export const usePhoto = (start: string | null) => {
  const [address, setAddress] = useState(start)
  const [photo, setPhoto] = useState(() => start && photoIn(start))
  const [preparing, setPreparing] = useState(false)
  const [trouble, setTrouble] = useState<PhotoTrouble | null>(null)

  const pick = async (file: File) => {
    setPreparing(true)
    const prepared = await preparePhoto(file, FACE_SIDE_PX)
    setPreparing(false)
    setTrouble(prepared.trouble ?? null)
    if (!prepared.photo) return
    setPhoto(prepared.photo)
    setAddress(await addressOf(prepared.photo).catch(() => null))
  }
  const remove = () => {
    setPhoto(null)
    setAddress(null)
    setTrouble(null)
  }
  return { photo: photo || null, address, preparing, trouble, pick, remove }
}
