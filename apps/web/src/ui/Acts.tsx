import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useRootMark } from './use-root-mark.ts'
import css from './Acts.module.css'

/**
 * The actions of a screen, fixed at its bottom. Must be the last child of `Main`; the last action is the primary one.
 */
export const Acts = ({ children }: { children: ReactNode }) => {
  const acts = useRef<HTMLDivElement>(null)
  useRootMark('acts')
  // Floating elements stay above the bar, whatever its height.
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
