import type { ReactNode } from 'react'
import css from './Badge.module.css'

export interface BadgeProps {
  kind?: 'plain' | 'team' | 'new' | 'attention' | 'danger'
  children: ReactNode
}

export const Badge = ({ kind = 'plain', children }: BadgeProps) => (
  <span className={css.badge} data-kind={kind}>
    {children}
  </span>
)
