import type { ComponentProps } from 'react'
import { Avatar } from './Avatar.tsx'
import css from './Me.module.css'
import typography from './typography.module.css'

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
  <button {...rest} type={type} className={css.me} data-where={where}>
    <Avatar name={name} photoUri={photoUri} size="s" />
    {where === 'bar' ? (
      // not as its label: the letters of who has no photo are no part of that
      <span className={typography.hidden}>{label}</span>
    ) : (
      <span>
        <b>{name}</b>
        {detail && <small>{detail}</small>}
      </span>
    )}
  </button>
)
