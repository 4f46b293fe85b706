/** Returns the text of a QR code on a canvas; null when there is no code. */
export type CodeReader = (canvas: HTMLCanvasElement) => Promise<string | null>

/** The Barcode Detection API, which only some browsers have. */
interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const createNativeReader = async (): Promise<CodeReader | null> => {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async canvas => (await detector.detect(canvas))[0]?.rawValue ?? null
}

/** Uses the browser’s own detector, or else ZXing, loaded on demand. Throws when ZXing cannot be loaded. */
export const createCodeReader = async (): Promise<CodeReader> => {
  const nativeReader = await createNativeReader()
  if (nativeReader) return nativeReader
  const { readByZxing } = await import('./zxing.ts')
  return canvas => {
    const { width, height } = canvas
    return readByZxing(canvas.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, width, height))
  }
}

/** Larger pictures are scaled down to this side length, because a QR code usually fills much of its picture. */
const MAX_SIDE_PX = 1200

/** Draws a video frame or a picture for decoding; returns false while there is nothing to draw. */
export const drawToCanvas = (
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
): boolean => {
  if (width === 0 || height === 0) return false
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(source, 0, 0, canvas.width, canvas.height)
  return true
}
