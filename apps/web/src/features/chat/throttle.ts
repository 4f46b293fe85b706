/**
 * Coalesces requests to run `task` within `firstMs`; once it returned true (it did something), it runs again after
 * `againMs` at the earliest.
 */
export const createThrottle = (delayMs: number, intervalMs: number, task: () => boolean) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRunAt = -Infinity
  const run = () => {
    timer = undefined
    if (task()) lastRunAt = performance.now()
  }
  return {
    schedule: () => {
      timer ??= setTimeout(run, Math.max(delayMs, lastRunAt + intervalMs - performance.now()))
    },
    flush: () => {
      clearTimeout(timer)
      run()
    },
    stop: () => clearTimeout(timer),
  }
}
