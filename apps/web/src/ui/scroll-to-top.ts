import type { MouseEvent } from 'react'

const NEAR_SCREENS = 2

/** Goes to the top, visibly where motion is welcome; from far down only the last of the way is shown. */
export const scrollToTop = (): void => {
  const near = NEAR_SCREENS * innerHeight
  if (scrollY > near) scrollTo({ top: near })
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}

/** A tap on the tab of the screen that one is on leads to its top. */
export const toTopOfCurrent = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (event.currentTarget.getAttribute('aria-current') !== 'page' || event.metaKey || event.ctrlKey || event.shiftKey)
    return
  event.preventDefault()
  scrollToTop()
}
