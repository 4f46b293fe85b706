/**
 * Coalesces requests to run `task` within `firstMs`; once it returned true (it did something), it runs again after
 * `againMs` at the earliest.
 */
export const pacedBy = (firstMs: number, againMs: number, act: () => boolean) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -Infinity
  const run = () => {
    timer = undefined
    if (act()) last = performance.now()
  }
  return {
    ask: () => {
      timer ??= setTimeout(run, Math.max(firstMs, last + againMs - performance.now()))
    },
    now: () => {
      clearTimeout(timer)
      run()
    },
    stop: () => clearTimeout(timer),
  }
}
