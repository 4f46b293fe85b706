import { thumbHashToRGBA } from 'thumbhash'

/** Paints the blurred colours of a base64 thumbhash; an invalid thumbhash leaves the canvas empty. */
export const paintThumbhash = (canvas: HTMLCanvasElement, hash: string): void => {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), character => character.charCodeAt(0)))
    canvas.width = w
    canvas.height = h
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
  } catch {}
}
