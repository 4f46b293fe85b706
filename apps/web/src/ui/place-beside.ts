const GAP = 4
const EDGE = 8

/**
 * Positions a popover below (or else above) its button, aligned with it and inside the window. Pixels of the viewport.
 */
export const placeBeside = (popover: HTMLElement, button: Element): void => {
  const at = button.getBoundingClientRect()
  const below = innerHeight - at.bottom
  const { style } = popover
  const toTheRight = at.left + at.width / 2 < innerWidth / 2
  style.left = toTheRight ? `${Math.max(EDGE, at.left)}px` : 'auto'
  style.right = toTheRight ? 'auto' : `${Math.max(EDGE, document.documentElement.clientWidth - at.right)}px`
  style.top = below >= at.top ? `${at.bottom + GAP}px` : 'auto'
  style.bottom = below >= at.top ? 'auto' : `${innerHeight - at.top + GAP}px`
  style.maxHeight = `${Math.max(below, at.top) - GAP - EDGE}px`
}
