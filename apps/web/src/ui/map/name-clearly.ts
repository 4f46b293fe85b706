const sides = ['below', 'above', 'right', 'left'] as const

const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** Places a label on the side of its point where no pin of its layer covers it, or hides it. */
export const nameClearly = (name: HTMLElement | null) => {
  const layer = name?.parentElement?.parentElement
  if (!name || !layer) return
  const pins = [...layer.querySelectorAll('button')].map(pin => pin.getBoundingClientRect())
  const isClear = (side: string) => {
    name.dataset.side = side
    const box = name.getBoundingClientRect()
    return !pins.some(pin => meet(box, pin))
  }
  if (!sides.some(isClear)) name.dataset.side = 'none'
}
