const GAP = 4
const EDGE = 8

/** Puts a popover under (else over) its button, end to end, and inside the window. Pixels of the window. */
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
