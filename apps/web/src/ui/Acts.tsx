import type { ReactNode } from 'react'
import { useRootMark } from './use-root-mark.ts'
import css from './Acts.module.css'

/** What a screen offers to do, always in reach at its foot. The last child of its Main; the last act is the one to take. */
export const Acts = ({ children }: { children: ReactNode }) => {
  useRootMark('acts')
  return <div className={css.acts}>{children}</div>
}
