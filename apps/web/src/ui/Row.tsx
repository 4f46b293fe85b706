import type { ReactNode } from 'react'
import css from './Row.module.css'

export interface RowProps {
  gap?: 2 | 3
  align?: 'start' | 'end' | 'between'
  children: ReactNode
}

export const Row = ({ gap = 2, align = 'start', children }: RowProps) => (
  <div className={css.row} data-gap={gap} data-align={align}>
    {children}
  </div>
)
