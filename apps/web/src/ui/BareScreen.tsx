import type { ReactNode } from 'react'
import css from './BareScreen.module.css'

/** A whole screen that is one message, without a frame around it; at most a bar over it. */
export const BareScreen = ({ bar, children }: { bar?: ReactNode; children: ReactNode }) => (
  <div className={css.screen}>
    {bar}
    <main id="main" className={css.main}>
      {children}
    </main>
  </div>
)
