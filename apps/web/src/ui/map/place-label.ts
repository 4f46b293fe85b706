const sides = ['below', 'above', 'right', 'left'] as const

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** Puts a label on a side of its point where no pin covers the label; hides the label if there is no such side. */
export const placeLabel = (label: HTMLElement | null) => {
  const layer = label?.parentElement?.parentElement
  if (!label || !layer) return
  const pins = [...layer.querySelectorAll('button')].map(pin => pin.getBoundingClientRect())
  const isFree = (side: string) => {
    label.dataset.side = side
    const box = label.getBoundingClientRect()
    return !pins.some(pin => overlaps(box, pin))
  }
  if (!sides.some(isFree)) label.dataset.side = 'none'
}
