import { createReader, drawToCanvas, type CodeReader } from './code-reader.ts'

export type PictureScan = { text: string } | { error: 'nocode' | 'nopicture' | 'noreader' }

/** Looks for a QR code in a chosen picture. */
export const readPicture = async (file: File): Promise<PictureScan> => {
  let read: CodeReader
  try {
    read = await createReader()
  } catch {
    return { error: 'noreader' }
  }
  try {
    const picture = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    const text = drawToCanvas(canvas, picture, picture) ? await read(canvas) : null
    picture.close()
    return text ? { text } : { error: 'nocode' }
  } catch {
    return { error: 'nopicture' }
  }
}
