import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Button.module.css'

export interface ButtonAppearance {
  /** A view has at most one `primary` button. */
  kind?: 'primary' | 'tint' | 'soft' | 'outline' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 's' | 'm' | 'l'
  icon?: IconName
  wide?: boolean
  children?: ReactNode
}

export interface ButtonProps extends ButtonAppearance, Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** Makes the button a toggle button with this state. */
  pressed?: boolean
  /** A busy button remains focused but ignores clicks. */
  busy?: boolean
}

export const Button = ({
  kind = 'soft',
  size = 'm',
  icon,
  wide,
  pressed,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={css.button}
    data-kind={kind}
    data-size={size}
    data-wide={wide || undefined}
    aria-pressed={pressed}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? ignoreClick : onClick}
  >
    <ButtonContent icon={busy ? 'loader-circle' : icon}>{children}</ButtonContent>
  </button>
)

const ignoreClick = (event: MouseEvent) => event.preventDefault()

export const ButtonContent = ({ icon, children }: Pick<ButtonAppearance, 'icon' | 'children'>) => (
  <>
    {icon && <Icon name={icon} size="s" />}
    <span>{children}</span>
  </>
)
