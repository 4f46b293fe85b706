import type { Size } from '../zoom.ts'

/** The part of a picture that is visible when it covers a viewport, zoomed: its middle, in pixels of the picture. */
export const visiblePartOf = (source: Size, viewport: Size, zoom: number) => {
  const scale = Math.max(viewport.width / source.width, viewport.height / source.height) * zoom
  const [width, height] = [viewport.width / scale, viewport.height / scale]
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height }
}

/** JPEG quality, 0 to 1; higher than specified for phones, since the photo is encoded once more before it is sent. */
const CAPTURE_QUALITY = 0.92

/** The visible part of the current video frame, as a JPEG file; null when there is no frame. */
export const takeShot = (video: HTMLVideoElement, viewport: Size, zoom: number): Promise<File | null> =>
  cutShot(video, { width: video.videoWidth, height: video.videoHeight }, viewport, zoom)

/** The middle of a picture in the proportions of a viewport, as a JPEG file; null when one of them has no size. */
export const cutShot = async (
  picture: CanvasImageSource,
  size: Size,
  viewport: Size,
  zoom: number,
): Promise<File | null> => {
  if (!size.width || !size.height || !viewport.width) return null
  const { x, y, width, height } = visiblePartOf(size, viewport, zoom)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  })
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', CAPTURE_QUALITY))
  return blob && new File([blob], 'photo.jpg', { type: blob.type })
}
