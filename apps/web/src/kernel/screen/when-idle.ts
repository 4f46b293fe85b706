/** A pause in place of an idle moment where the browser does not tell them, in milliseconds. */
const PAUSE_MS = 50
/** After this the act is no longer put off, in milliseconds. */
const LONGEST_WAIT_MS = 1000

/** Acts when the device has nothing else to do. Returns what calls it off. */
export const whenIdle = (act: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS })
    return () => cancelIdleCallback(asked)
  }
  const asked = setTimeout(act, PAUSE_MS)
  return () => clearTimeout(asked)
}
