import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useRootMark } from './use-root-mark.ts'
import css from './Acts.module.css'

/**
 * What a screen offers to do, always in reach at its foot. The last child of its Main; the last act is the one to take.
 */
export const Acts = ({ children }: { children: ReactNode }) => {
  const acts = useRef<HTMLDivElement>(null)
  useRootMark('acts')
  // what floats stands over them, however many lines they take
  useLayoutEffect(() => {
    const { current: element } = acts
    if (!element) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => style.setProperty('--acts-h', `${element.offsetHeight}px`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty('--acts-h')
    }
  }, [])
  return (
    <div ref={acts} className={css.acts}>
      {children}
    </div>
  )
}
