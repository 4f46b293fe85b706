export interface Size {
  width: number
  height: number
}

export interface Frame extends Size {
  x: number
  y: number
}

/** The part of a picture that is visible in a window it covers, zoomed in: its middle, in pixels of the picture. */
export const visiblePartOf = (source: Size, window: Size, zoom: number): Frame => {
  const scale = Math.max(window.width / source.width, window.height / source.height) * zoom
  const [width, height] = [window.width / scale, window.height / scale]
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height }
}

/**
 * JPEG quality, 0 to 1. Higher than what the specification gives for the encoder of a phone, since the photo is encoded
 * once more before it is sent.
 */
const CAPTURE_QUALITY = 0.92

/** The visible part of the video at this moment, as a file; null when there is none. */
export const takeShot = (video: HTMLVideoElement, window: Size, zoom: number): Promise<File | null> =>
  cutShot(video, { width: video.videoWidth, height: video.videoHeight }, window, zoom)

/** The middle of a picture in the shape of a window, as a file; null when there is none. */
export const cutShot = async (
  picture: CanvasImageSource,
  size: Size,
  window: Size,
  zoom: number,
): Promise<File | null> => {
  if (!size.width || !size.height || !window.width) return null
  const { x, y, width, height } = visiblePartOf(size, window, zoom)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  })
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', CAPTURE_QUALITY))
  return blob && new File([blob], 'photo.jpg', { type: blob.type })
}
