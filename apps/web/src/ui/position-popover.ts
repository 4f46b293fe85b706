const GAP = 4
const MARGIN = 8

/** Below its button, or else above it, and inside the window. Pixels of the viewport. */
export const positionPopover = (popover: HTMLElement, button: Element): void => {
  const box = button.getBoundingClientRect()
  const below = innerHeight - box.bottom
  const { style } = popover
  const toTheRight = box.left + box.width / 2 < innerWidth / 2
  style.left = toTheRight ? `${Math.max(MARGIN, box.left)}px` : 'auto'
  style.right = toTheRight ? 'auto' : `${Math.max(MARGIN, document.documentElement.clientWidth - box.right)}px`
  style.top = below >= box.top ? `${box.bottom + GAP}px` : 'auto'
  style.bottom = below >= box.top ? 'auto' : `${innerHeight - box.top + GAP}px`
  style.maxHeight = `${Math.max(below, box.top) - GAP - MARGIN}px`
}
