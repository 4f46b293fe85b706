import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import css from './SettingsGroup.module.css'

export interface SettingsGroupProps {
  title: string
  /** The number of rows or dialogs in the group: when a focused one disappears, focus moves to the title. */
  rows?: number
  children: ReactNode
}

export const SettingsGroup = ({ title, rows = 0, children }: SettingsGroupProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  usePassFocus(heading, rows)
  return (
    <section aria-labelledby={id} className={css.group}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const usePassFocus = (target: RefObject<HTMLElement | null>, rows: number) => {
  const previousRows = useRef(rows)
  useEffect(() => {
    if (rows < previousRows.current && document.activeElement === document.body)
      target.current?.focus({ preventScroll: true })
    previousRows.current = rows
  }, [target, rows])
}
