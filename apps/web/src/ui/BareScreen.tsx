import type { ReactNode } from 'react'
import css from './BareScreen.module.css'

/** A whole screen that is one message, without a frame around it. */
export const BareScreen = ({ children }: { children: ReactNode }) => <main id="main" className={css.screen}>{children}</main>
