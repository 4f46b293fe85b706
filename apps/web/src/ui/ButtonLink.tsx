import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ButtonContent, type ButtonAppearance } from './Button.tsx'
import css from './Button.module.css'

type Props = ButtonAppearance & Omit<ComponentProps<'a'>, 'children' | 'className'>

/** A link out of the app (phone, e-mail, site) that looks like a button. */
export const ButtonAnchor = ({ kind = 'soft', size = 'm', icon, wide, children, ...rest }: Props) => (
  <a {...rest} className={css.button} data-kind={kind} data-size={size} data-wide={wide || undefined}>
    <ButtonContent icon={icon}>{children}</ButtonContent>
  </a>
)

/** A router link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
