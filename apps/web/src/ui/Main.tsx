import type { ReactNode } from 'react'
import css from './Main.module.css'

export const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1} className={css.main}>
    {children}
  </main>
)

export interface ScreenHeaderProps {
  title: string
  /** A search field at the end of the line on wide screens. */
  children?: ReactNode
}

/** The heading of a tab. Visually hidden on phones, where the tab bar shows the title. */
export const ScreenHeader = ({ title, children }: ScreenHeaderProps) => (
  <div className={css.head}>
    <h1>{title}</h1>
    {children && <div className={css.end}>{children}</div>}
  </div>
)
