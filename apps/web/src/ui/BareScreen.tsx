import type { ReactNode } from 'react'
import css from './BareScreen.module.css'

export const BareScreen = ({ bar, children }: { bar?: ReactNode; children: ReactNode }) => (
  <div className={css.screen}>
    {bar}
    <main id="main" className={css.main}>
      {children}
    </main>
  </div>
)
