import type { ReactNode } from 'react'
import css from './FieldGroup.module.css'

/** Displays the fields of one question of a profile close together. */
export const FieldGroup = ({ children }: { children: ReactNode }) => <div className={css.choice}>{children}</div>
