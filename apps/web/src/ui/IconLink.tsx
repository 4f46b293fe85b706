import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { IconContent, labelWithCount, type IconButtonAppearance } from './IconButton.tsx'
import css from './IconButton.module.css'

type Props = IconButtonAppearance & Omit<ComponentProps<'a'>, 'children' | 'className' | 'aria-label'>

export const IconAnchor = ({ icon, label, kind = 'plain', count, ...rest }: Props) => (
  <a {...rest} className={css.iconButton} data-kind={kind} aria-label={labelWithCount(label, count)} title={label}>
    <IconContent icon={icon} count={count} />
  </a>
)

export const IconLink = createLink(IconAnchor)
