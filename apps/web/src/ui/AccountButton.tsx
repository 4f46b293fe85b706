import type { ComponentProps } from 'react'
import { Avatar } from './Avatar.tsx'
import css from './AccountButton.module.css'
import typography from './typography.module.css'

export interface AccountButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {
  placement: 'bar' | 'rail'
  label: string
  name: string
  detail?: string
  photoUri?: string | null
}

export const AccountButton = ({
  placement,
  label,
  name,
  detail,
  photoUri,
  type = 'button',
  ...rest
}: AccountButtonProps) => (
  <button {...rest} type={type} className={css.me} data-where={placement}>
    <Avatar name={name} photoUri={photoUri} size="s" />
    {placement === 'bar' ? (
      // Visually hidden text instead of `aria-label`, which would replace the visible initials in the accessible name.
      <span className={typography.hidden}>{label}</span>
    ) : (
      <span>
        <b>{name}</b>
        {detail && <small>{detail}</small>}
      </span>
    )}
  </button>
)
