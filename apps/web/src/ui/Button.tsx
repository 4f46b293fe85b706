import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Button.module.css'

export interface ButtonLook {
  /** One primary at most in a view. */
  kind?: 'primary' | 'tint' | 'soft' | 'outline' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 's' | 'm' | 'l'
  icon?: IconName
  wide?: boolean
  children?: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** Makes it a toggle: whether what it says is given. */
  pressed?: boolean
  /** Work is under way: the button keeps its focus and does nothing. */
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
    onClick={busy ? stop : onClick}
  >
    <ButtonFace icon={busy ? 'loader-circle' : icon}>{children}</ButtonFace>
  </button>
)

const stop = (event: MouseEvent) => event.preventDefault()

/** What a button and a link that looks like one both show. */
export const ButtonFace = ({ icon, children }: Pick<ButtonLook, 'icon' | 'children'>) => (
  <>
    {icon && <Icon name={icon} size="s" />}
    <span>{children}</span>
  </>
)
