import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import css from './Group.module.css'

export interface GroupProps {
  title: string
  /**
   * How many rows or dialogs stand in it: one that goes while the focus is in it hands the focus to the title, and not
   * to the top of the page.
   */
  rows?: number
  children: ReactNode
}

/** What belongs together of a page of settings, under a word of its own. */
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
