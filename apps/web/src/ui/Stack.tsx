import type { ReactNode } from 'react'
import css from './Stack.module.css'

export interface StackProps {
  /** The gap between the children, in steps of the 4 px grid (`--s-*`). */
  gap?: 1 | 2 | 3 | 4 | 6
  children: ReactNode
}

export const Stack = ({ gap = 3, children }: StackProps) => (
  <div className={css.stack} data-gap={gap}>
    {children}
  </div>
)
