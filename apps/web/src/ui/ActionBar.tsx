import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useRootAttribute } from './use-root-attribute.ts'
import css from './ActionBar.module.css'

/** The actions at the bottom of a screen. Must be the last child of `Main`; its last action is the primary one. */
export const ActionBar = ({ children }: { children: ReactNode }) => {
  const bar = useRef<HTMLDivElement>(null)
  useRootAttribute('acts')
  // Sets the bar's height as a CSS variable, so that floating elements stay above the bar.
  useLayoutEffect(() => {
    const { current: element } = bar
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--acts-h', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--acts-h')
    }
  }, [])
  return (
    <div ref={bar} className={css.acts}>
      {children}
    </div>
  )
}
