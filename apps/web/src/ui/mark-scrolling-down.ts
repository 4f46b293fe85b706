/** Together with their transition of 150 ms, floating buttons return within 300 ms of rest. */
const REST_MS = 100

/** Sets `data-descending` on the root while scrolled down, so that floating buttons hide. Returns the clean-up. */
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
