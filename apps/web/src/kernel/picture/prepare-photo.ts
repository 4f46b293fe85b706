import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'

/** Longest side of a picture that a browser sends, in pixels: the largest size that is stored. */
export const PICTURE_SIDE_PX = 2048
/**
 * What the browser's encoder is asked for, 0 to 1. The product names 0.1 for a picked photo, which is the scale of a phone's own
 * encoder; on the scale of a browser's JPEG so low a figure shows blocks. This one is good full-screen on a phone.
 */
const PICTURE_QUALITY = 0.82

/** Why a file cannot become a photo. */
export type PhotoTrouble = 'nopicture' | 'heic' | 'toolarge' | 'unreadable'

export type Prepared = { photo: Blob; trouble?: undefined } | { photo?: undefined; trouble: PhotoTrouble }

/** What a phone decodes without running out of memory; what is sent is far smaller. */
export const MAX_PICKED_BYTES = 5 * MAX_PICTURE_BYTES

interface Size {
  width: number
  height: number
}

/** The size that fits into a square, never larger than it was. */
export const fitted = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** What of a picture is used: all of it, or the square in its middle. */
type Cut = 'whole' | 'square'

/** That part, in pixels of the picture. */
export const partOf = ({ width, height }: Size, cut: Cut): Size & { x: number; y: number } => {
  const side = Math.min(width, height)
  return cut === 'whole'
    ? { x: 0, y: 0, width, height }
    : { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), width: side, height: side }
}

const HEIC_MARK = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)$/

/** What an iPhone's camera writes, by its first bytes: few browsers can read it. */
const isHeic = async (file: File): Promise<boolean> =>
  HEIC_MARK.test(String.fromCharCode(...new Uint8Array(await file.slice(4, 12).arrayBuffer())))

/** What can be told before it is decoded. A drawing (SVG) is no photo. */
export const troubleBefore = ({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): PhotoTrouble | null => {
  const isPicture = type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name))
  if (!isPicture || type === 'image/svg+xml') return 'nopicture'
  return size > MAX_PICKED_BYTES ? 'toolarge' : null
}

/** Upright, as large as is shown at most, and without what the camera wrote beside the picture. */
const encode = (bitmap: ImageBitmap, side: number, cut: Cut): Promise<Blob | null> => {
  const part = partOf(bitmap, cut)
  const { width, height } = fitted(part, side)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // what is see-through would turn black
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', PICTURE_QUALITY))
}

/** `side`: the longest side that it may have, in pixels. Never throws: a file that cannot be used says why. */
export const preparePhoto = async (file: File, side = PICTURE_SIDE_PX, cut: Cut = 'whole'): Promise<Prepared> => {
  const trouble = troubleBefore(file)
  if (trouble) return { trouble }
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const photo = await encode(bitmap, side, cut)
    bitmap.close()
    return photo ? { photo } : { trouble: 'unreadable' }
  } catch {
    return { trouble: (await isHeic(file).catch(() => false)) ? 'heic' : 'unreadable' }
  }
}
