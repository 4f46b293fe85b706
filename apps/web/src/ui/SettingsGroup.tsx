import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import css from './SettingsGroup.module.css'

export interface SettingsGroupProps {
  title: string
  /** The number of rows or dialogs in the group: when a focused row disappears, focus moves to the title. */
  rowCount?: number
  children: ReactNode
}

export const SettingsGroup = ({ title, rowCount = 0, children }: SettingsGroupProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitleFocusOnRowRemoval(heading, rowCount)
  return (
    <section aria-labelledby={id} className={css.group}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const useTitleFocusOnRowRemoval = (heading: RefObject<HTMLElement | null>, rowCount: number) => {
  const previousRows = useRef(rowCount)
  useEffect(() => {
    if (rowCount < previousRows.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    previousRows.current = rowCount
  }, [heading, rowCount])
}
