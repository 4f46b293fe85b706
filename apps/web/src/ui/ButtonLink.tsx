import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ButtonContent, type ButtonAppearance } from './Button.tsx'
import css from './Button.module.css'

type Props = ButtonAppearance & Omit<ComponentProps<'a'>, 'children' | 'className'>

export const ButtonAnchor = ({ kind = 'soft', size = 'm', icon, wide, children, ...rest }: Props) => (
  <a {...rest} className={css.button} data-kind={kind} data-size={size} data-wide={wide || undefined}>
    <ButtonContent icon={icon}>{children}</ButtonContent>
  </a>
)

export const ButtonLink = createLink(ButtonAnchor)
