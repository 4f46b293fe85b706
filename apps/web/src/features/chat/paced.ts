/**
 * Runs `act` a moment after it is asked for, however often; once it has said something, not again before `againMs` have
 * passed.
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
