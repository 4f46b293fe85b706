/**
 * Reads by key: what is asked for while another reading is under way waits for it and is then read in one, so that a
 * crowd costs hardly more questions than one does. Every reading begins after it was asked for. A failure is that of
 * all who waited for it.
 */
export const batchReads = <T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) => {
  let waiting = new Map<string, PromiseWithResolvers<T | undefined>>()
  let reading = false

  const run = async () => {
    reading = true
    while (waiting.size > 0) {
      const asked = waiting
      waiting = new Map()
      try {
        const found = await read([...asked.keys()])
        for (const [key, { resolve }] of asked) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of asked.values()) reject(error)
      }
    }
    reading = false
  }

  return key => {
    const one = waiting.get(key) ?? Promise.withResolvers<T | undefined>()
    waiting.set(key, one)
    if (!reading) void run()
    return one.promise
  }
}
