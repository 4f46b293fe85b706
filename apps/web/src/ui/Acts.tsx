import type { ReactNode } from 'react'
import css from './Acts.module.css'

/** What a screen offers to do, always in reach at its foot. The last child of its Main; the last act is the one to take. */
export const Acts = ({ children }: { children: ReactNode }) => <div className={css.acts} data-acts>{children}</div>
