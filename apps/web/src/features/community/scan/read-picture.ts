import { createCodeReader, drawToCanvas, type CodeReader } from './code-reader.ts'

export type PictureScan = { text: string } | { error: 'nocode' | 'nopicture' | 'noreader' }

/** Returns the text of a QR code in a picture. The errors: no code, not a picture, or the decoder did not load. */
export const readPicture = async (file: File): Promise<PictureScan> => {
  let read: CodeReader
  try {
    read = await createCodeReader()
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
