/** Coalesces calls into one run after `delayMs`; a run delays the next one by `intervalMs` unless it returned false. */
export const createThrottle = (delayMs: number, intervalMs: number, task: () => unknown) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRunAt = -Infinity
  const run = () => {
    timer = undefined
    if (task() !== false) lastRunAt = performance.now()
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
