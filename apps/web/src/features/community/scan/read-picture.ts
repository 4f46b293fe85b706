import { createReader, drawInto, type ReadCode } from './code-reader.ts'

export type PictureRead = { text: string } | { trouble: 'nocode' | 'nopicture' | 'noreader' }

/** Looks for a QR code in a chosen picture. */
export const readPicture = async (file: File): Promise<PictureRead> => {
  let read: ReadCode
  try {
    read = await createReader()
  } catch {
    return { trouble: 'noreader' }
  }
  try {
    const picture = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    const text = drawInto(canvas, picture, picture) ? await read(canvas) : null
    picture.close()
    return text ? { text } : { trouble: 'nocode' }
  } catch {
    return { trouble: 'nopicture' }
  }
}
