/** Scale relative to the fitted size; offset of the picture’s centre from that of the screen, in pixels. */
export interface Transform {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const FITTED: Transform = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 6
export const DOUBLE_TAP_SCALE = 2.5

/** The largest size at which the whole picture fits on the screen. */
export const fitSize = (picture: Size, screen: Size): Size => {
  const ratio = Math.min(screen.width / picture.width, screen.height / picture.height)
  return { width: picture.width * ratio, height: picture.height * ratio }
}

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0

/** Limits the scale, and the offset so that no coverable part of the screen stays empty. `size`: the fitted size. */
export const clampTransform = ({ scale, x, y }: Transform, size: Size, screen: Size): Transform => {
  const clampedScale = Math.min(MAX_SCALE, Math.max(1, scale))
  return {
    scale: clampedScale,
    x: clamp(x, Math.max(0, (size.width * clampedScale - screen.width) / 2)),
    y: clamp(y, Math.max(0, (size.height * clampedScale - screen.height) / 2)),
  }
}

/** Zooms around a point, which does not move on the screen. It is measured from the centre of the screen. */
export const zoomAt = (
  transform: Transform,
  factor: number,
  point: { x: number; y: number } = { x: 0, y: 0 },
): Transform => {
  const scale = Math.min(MAX_SCALE, Math.max(1, transform.scale * factor))
  const ratio = scale / transform.scale
  return { scale, x: point.x - (point.x - transform.x) * ratio, y: point.y - (point.y - transform.y) * ratio }
}
