import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './TextButton.module.css'

export interface TextButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  icon?: IconName
}

export const TextButton = ({ icon, type = 'button', children, ...rest }: TextButtonProps) => (
  <button {...rest} type={type} className={css.textButton}>
    {icon && <Icon name={icon} size="s" />}
    {children}
  </button>
)
