import type { IconName } from './icon-names.ts'
import css from './Icon.module.css'

export interface IconProps {
  name: IconName
  size?: 's' | 'm' | 'l'
}

const drawings = new Map<IconName, { __html: string }>()

/**
 * The paths of an icon, copied from the sprite in the page: `<use>` creates a shadow tree per icon, which slows down
 * long lists.
 */
const drawingOf = (name: IconName) => {
  const known = drawings.get(name)
  if (known) return known
  const symbol = document.getElementById(`icon-${name}`)
  const drawing = { __html: symbol?.innerHTML ?? '' }
  if (symbol) drawings.set(name, drawing)
  return drawing
}

/** A stroke icon, hidden from screen readers: the control around it has the label. */
export const Icon = ({ name, size = 'm' }: IconProps) => (
  <svg
    className={css.icon}
    data-icon
    data-size={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={drawingOf(name)}
  />
)
