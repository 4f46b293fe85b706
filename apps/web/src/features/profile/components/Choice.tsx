import type { ReactNode } from 'react'
import css from './Choice.module.css'

/** What belongs to one question of a profile, close together. */
export const Choice = ({ children }: { children: ReactNode }) => <div className={css.choice}>{children}</div>
