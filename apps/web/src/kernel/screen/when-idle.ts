const FALLBACK_DELAY_MS = 50
const MAX_WAIT_MS = 1000

export const whenIdle = (task: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: MAX_WAIT_MS })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(task, FALLBACK_DELAY_MS)
  return () => clearTimeout(handle)
}
