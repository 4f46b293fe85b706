import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { isPicture } from './is-picture.ts'

/** Longest side of a picture that a browser sends, in pixels: the largest size that is stored. */
export const PICTURE_SIDE_PX = 2048
/** The specification's 0.1 is on a phone encoder's scale; a browser's JPEG shows blocks at that value. */
const PICTURE_QUALITY = 0.82

export type PhotoTrouble = 'nopicture' | 'heic' | 'toolarge' | 'unreadable'

export type Prepared = { photo: Blob; trouble?: undefined } | { photo?: undefined; trouble: PhotoTrouble }

/** The largest file that a phone decodes without running out of memory; what is sent is far smaller. */
export const MAX_PICKED_BYTES = 5 * MAX_PICTURE_BYTES

export interface Size {
  width: number
  height: number
}

/** The size scaled to fit into a square, never enlarged. */
export const fitted = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export interface Part extends Size {
  x: number
  y: number
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)))

/** The square of a picture in pixels; `part` is in percent of its sides. */
export const squareOf = ({ width, height }: Size, part: Part): Part => {
  const side = within((part.width * width) / 100, 1, Math.min(width, height))
  return {
    x: within((part.x * width) / 100, 0, width - side),
    y: within((part.y * height) / 100, 0, height - side),
    width: side,
    height: side,
  }
}

const HEIC_MARK = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)$/

/** The format of iPhone cameras, detected by its first bytes: few browsers can decode it. */
const isHeic = async (file: File): Promise<boolean> =>
  HEIC_MARK.test(String.fromCharCode(...new Uint8Array(await file.slice(4, 12).arrayBuffer())))

export const troubleBefore = (file: Pick<File, 'type' | 'size' | 'name'>): PhotoTrouble | null => {
  if (!isPicture(file)) return 'nopicture'
  return file.size > MAX_PICKED_BYTES ? 'toolarge' : null
}

/** Encodes the picture upright, scaled down, and without metadata. */
const encode = (bitmap: ImageBitmap, side: number, cut?: Part): Promise<Blob | null> => {
  const part = cut ? squareOf(bitmap, cut) : { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
  const { width, height } = fitted(part, side)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // Transparent areas would turn black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', PICTURE_QUALITY))
}

const read = async <Found extends object>(
  file: File,
  find: (bitmap: ImageBitmap) => Found | Promise<Found | null>,
): Promise<Found | PhotoTrouble> => {
  const trouble = troubleBefore(file)
  if (trouble) return trouble
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const found = await find(bitmap)
    bitmap.close()
    return found ?? 'unreadable'
  } catch {
    return (await isHeic(file).catch(() => false)) ? 'heic' : 'unreadable'
  }
}

export const measurePhoto = (file: File): Promise<Size | PhotoTrouble> =>
  read(file, ({ width, height }) => ({ width, height }))

/** `side`: maximum length in pixels; `crop`: in percent of the sides. Never throws: returns the error. */
export const preparePhoto = async (file: File, side = PICTURE_SIDE_PX, cut?: Part): Promise<Prepared> => {
  const photo = await read(file, bitmap => encode(bitmap, side, cut))
  return typeof photo === 'string' ? { trouble: photo } : { photo }
}
