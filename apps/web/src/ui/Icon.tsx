import type { IconName } from './icon-names.ts'
import css from './Icon.module.css'

export interface IconProps {
  name: IconName
  size?: 's' | 'm' | 'l'
}

/** A stroke icon. It never speaks: the control around it has the label. */
export const Icon = ({ name, size = 'm' }: IconProps) => (
  <svg className={css.icon} data-icon data-size={size} aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
)
