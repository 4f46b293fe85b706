import type { IconName } from './icon-names.ts'
import css from './Icon.module.css'

export interface IconProps {
  name: IconName
  size?: 's' | 'm' | 'l'
}

const markupByName = new Map<IconName, { __html: string }>()

/** Copies the icon from the page's sprite. `<use>` would create a shadow tree per icon: too slow in long lists. */
const markupOf = (name: IconName) => {
  const cached = markupByName.get(name)
  if (cached) return cached
  const symbol = document.getElementById(`icon-${name}`)
  const markup = { __html: symbol?.innerHTML ?? '' }
  if (symbol) markupByName.set(name, markup)
  return markup
}

/** A stroke icon. Hidden from screen readers, because the control around it has the label. */
export const Icon = ({ name, size = 'm' }: IconProps) => (
  <svg
    className={css.icon}
    data-icon
    data-size={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={markupOf(name)}
  />
)
