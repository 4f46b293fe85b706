/** In milliseconds: floating buttons return within 300 ms after scrolling, of which their transition takes 150 ms. */
const REST_MS = 100

/** Sets `data-descending` on the root while scrolling down, so that floating buttons hide. Returns the clean-up. */
export const markScrollingDown = (): (() => void) => {
  const root = document.documentElement
  let lastScrollY = scrollY
  let timer: ReturnType<typeof setTimeout> | undefined
  const mark = (descending: boolean) => root.toggleAttribute('data-descending', descending)
  const onScroll = () => {
    const isDescending = scrollY > lastScrollY
    lastScrollY = scrollY
    mark(isDescending)
    clearTimeout(timer)
    timer = setTimeout(mark, REST_MS, false)
  }
  addEventListener('scroll', onScroll, { passive: true })
  return () => {
    removeEventListener('scroll', onScroll)
    clearTimeout(timer)
    mark(false)
  }
}
