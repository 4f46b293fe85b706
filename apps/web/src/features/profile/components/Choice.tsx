import type { ReactNode } from 'react'
import css from './Choice.module.css'

/** Sets the parts of one question of a profile close together. */
export const Choice = ({ children }: { children: ReactNode }) => <div className={css.choice}>{children}</div>
