import type { ReactNode } from 'react'
import css from './Main.module.css'

/** The landmark of a screen, and where its skip link goes. */
export const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1} className={css.main}>
    {children}
  </main>
)

export interface ScreenHeadProps {
  title: string
  /** Stands at the end of the line on wide screens: a search field. */
  children?: ReactNode
}

/** The heading of a tab. On phones the tab bar says it, so that there only screen readers hear it. */
export const ScreenHead = ({ title, children }: ScreenHeadProps) => (
  <div className={css.head}>
    <h1>{title}</h1>
    {children && <div className={css.end}>{children}</div>}
  </div>
)
