/**
 * How a picture is displayed: its scale relative to the fitted size, and the distance of its centre from the centre of
 * the screen in pixels.
 */
export interface Look {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const WHOLE: Look = { scale: 1, x: 0, y: 0 }
export const MOST_SCALE = 6
/** Scale after a double tap. */
export const CLOSE_SCALE = 2.5

/** The largest size at which the whole picture fits on the screen. */
export const fitted = (picture: Size, screen: Size): Size => {
  const ratio = Math.min(screen.width / picture.width, screen.height / picture.height)
  return { width: picture.width * ratio, height: picture.height * ratio }
}

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0

/**
 * Limits the scale, and the offset so that the picture leaves no edge empty that it could cover. `size` is the fitted
 * one.
 */
export const hold = ({ scale, x, y }: Look, size: Size, screen: Size): Look => {
  const held = Math.min(MOST_SCALE, Math.max(1, scale))
  return {
    scale: held,
    x: within(x, Math.max(0, (size.width * held - screen.width) / 2)),
    y: within(y, Math.max(0, (size.height * held - screen.height) / 2)),
  }
}

/** Zooms around a point, measured from the centre of the screen, which stays in place. */
export const zoomAt = (look: Look, factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): Look => {
  const scale = Math.min(MOST_SCALE, Math.max(1, look.scale * factor))
  const grown = scale / look.scale
  return { scale, x: point.x - (point.x - look.x) * grown, y: point.y - (point.y - look.y) * grown }
}
