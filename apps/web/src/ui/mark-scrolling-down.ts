/** Milliseconds from the last scroll event until floating buttons begin to return; their transition takes longer. */
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
