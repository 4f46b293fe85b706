import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Button.module.css'

export interface ButtonLook {
  /** At most one primary button in a view. */
  kind?: 'primary' | 'tint' | 'soft' | 'outline' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 's' | 'm' | 'l'
  icon?: IconName
  wide?: boolean
  children?: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** Makes it a toggle button. */
  pressed?: boolean
  /** Keeps its focus but ignores clicks. */
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

/** Shared by buttons and links that look like one. */
export const ButtonFace = ({ icon, children }: Pick<ButtonLook, 'icon' | 'children'>) => (
  <>
    {icon && <Icon name={icon} size="s" />}
    <span>{children}</span>
  </>
)
