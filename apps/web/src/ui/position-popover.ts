const GAP = 4
const MARGIN = 8

/** Positions a popover below its button, or above it for lack of space, inside the window (viewport pixels). */
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
