import type { ComponentProps } from 'react'
import { Avatar } from './Avatar.tsx'
import css from './Me.module.css'

export interface MeProps extends Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {
  where: 'bar' | 'rail'
  /** What a screen reader says of the face alone. */
  label: string
  name: string
  /** The role, in words. */
  detail?: string
  photoUri?: string | null
}

/** Who is signed in, as the button of a menu. */
export const Me = ({ where, label, name, detail, photoUri, type = 'button', ...rest }: MeProps) => (
  <button {...rest} type={type} className={css.me} data-where={where} aria-label={where === 'bar' ? label : undefined}>
    <Avatar name={name} photoUri={photoUri} size="s" />
    {where === 'rail' && (
      <span>
        <b>{name}</b>
        {detail && <small>{detail}</small>}
      </span>
    )}
  </button>
)
