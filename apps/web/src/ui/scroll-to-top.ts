import type { MouseEvent } from 'react'

const NEAR_SCREENS = 2

/** Scrolls to the top, smoothly unless reduced motion is preferred; from far down it first jumps near the top. */
export const scrollToTop = (): void => {
  const near = NEAR_SCREENS * innerHeight
  if (scrollY > near) scrollTo({ top: near })
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}

/** A click handler for tabs: a click on the tab of the current screen scrolls to its top. */
export const scrollActiveTabToTop = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (event.currentTarget.getAttribute('aria-current') !== 'page' || event.metaKey || event.ctrlKey || event.shiftKey)
    return
  event.preventDefault()
  scrollToTop()
}
