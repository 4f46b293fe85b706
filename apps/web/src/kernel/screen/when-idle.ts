const PAUSE_MS = 50
const LONGEST_WAIT_MS = 1000

/** Runs a task when the browser is idle. Returns a function that cancels it. */
export const whenIdle = (act: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS })
    return () => cancelIdleCallback(asked)
  }
  const asked = setTimeout(act, PAUSE_MS)
  return () => clearTimeout(asked)
}
