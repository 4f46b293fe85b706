import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { isPicture } from './is-picture.ts'

/** The longest side of a picture that a browser sends, in pixels: the largest size that the server stores. */
export const PICTURE_SIDE_PX = 2048
/** JPEG quality. The 0.1 of the specification is for phone encoders; browsers would produce visible blocks with it. */
const PICTURE_QUALITY = 0.82

export type PhotoError = 'nopicture' | 'heic' | 'toolarge' | 'unreadable'

export type PreparedPhoto = { photo: Blob; trouble?: undefined } | { photo?: undefined; trouble: PhotoError }

/** The largest file that a phone can decode without running out of memory; the encoded photo is far smaller. */
export const MAX_PICKED_BYTES = 5 * MAX_PICTURE_BYTES
export const MAX_PICKED_MB = MAX_PICKED_BYTES / (1024 * 1024)

export interface Size {
  width: number
  height: number
}

export const fitInto = ({ width, height }: Size, maxSide: number): Size => {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export interface PictureArea extends Size {
  x: number
  y: number
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.round(value)))

/** Returns the square to crop, in pixels; `percentArea` is in percent of the picture's sides. */
export const cropSquare = ({ width, height }: Size, percentArea: PictureArea): PictureArea => {
  const side = clamp((percentArea.width * width) / 100, 1, Math.min(width, height))
  return {
    x: clamp((percentArea.x * width) / 100, 0, width - side),
    y: clamp((percentArea.y * height) / 100, 0, height - side),
    width: side,
    height: side,
  }
}

const HEIC_BRANDS = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)$/

const isHeic = async (file: File): Promise<boolean> =>
  HEIC_BRANDS.test(String.fromCharCode(...new Uint8Array(await file.slice(4, 12).arrayBuffer())))

export const validatePhotoFile = (file: Pick<File, 'type' | 'size' | 'name'>): PhotoError | null => {
  if (!isPicture(file)) return 'nopicture'
  return file.size > MAX_PICKED_BYTES ? 'toolarge' : null
}

/** Encodes the picture upright, scaled down, and without metadata. */
const encode = (bitmap: ImageBitmap, side: number, crop?: PictureArea): Promise<Blob | null> => {
  const part = crop ? cropSquare(bitmap, crop) : { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
  const { width, height } = fitInto(part, side)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A white background, because JPEG has no transparency and transparent areas would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', PICTURE_QUALITY))
}

const decode = async <Result extends object>(
  file: File,
  readBitmap: (bitmap: ImageBitmap) => Result | Promise<Result | null>,
): Promise<Result | PhotoError> => {
  const photoError = validatePhotoFile(file)
  if (photoError) return photoError
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const result = await readBitmap(bitmap)
    bitmap.close()
    return result ?? 'unreadable'
  } catch {
    return (await isHeic(file).catch(() => false)) ? 'heic' : 'unreadable'
  }
}

export const measurePhoto = (file: File): Promise<Size | PhotoError> =>
  decode(file, ({ width, height }) => ({ width, height }))

/** Crops and encodes the photo. `side`: longest side in pixels; `crop`: in percent of the sides. Never throws. */
export const preparePhoto = async (file: File, side = PICTURE_SIDE_PX, crop?: PictureArea): Promise<PreparedPhoto> => {
  const photo = await decode(file, bitmap => encode(bitmap, side, crop))
  return typeof photo === 'string' ? { trouble: photo } : { photo }
}
