import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import css from './Group.module.css'

export interface GroupProps {
  title: string
  /**
   * The number of rows or dialogs in it: when a focused one disappears, focus moves to the title instead of the top of
   * the page.
   */
  rows?: number
  children: ReactNode
}

/** A section of a settings screen with a heading. */
export const Group = ({ title, rows = 0, children }: GroupProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, rows)
  return (
    <section aria-labelledby={id} className={css.group}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const useKeptFocus = (heir: RefObject<HTMLElement | null>, rows: number) => {
  const before = useRef(rows)
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body) heir.current?.focus({ preventScroll: true })
    before.current = rows
  }, [heir, rows])
}
