/** Coalesces calls into one run after `delayMs`; a run that returned true delays the next one by `intervalMs`. */
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
