/** With the 150 ms in which they come, floating buttons are back within 300 ms of rest. */
const REST_MS = 100

/**
 * Marks the page's root element with `data-descending` while the page is scrolled down: floating buttons go then, and
 * what is read is not covered. Returns the way to end it.
 */
export const markDescending = (): (() => void) => {
  const root = document.documentElement
  let last = scrollY
  let rest: ReturnType<typeof setTimeout> | undefined
  const mark = (descending: boolean) => root.toggleAttribute('data-descending', descending)
  const onScroll = () => {
    const isDescending = scrollY > last
    last = scrollY
    mark(isDescending)
    clearTimeout(rest)
    rest = setTimeout(mark, REST_MS, false)
  }
  addEventListener('scroll', onScroll, { passive: true })
  return () => {
    removeEventListener('scroll', onScroll)
    clearTimeout(rest)
    mark(false)
  }
}
