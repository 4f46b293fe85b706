export interface BatchLimits {
  /** Read together at most; the others are the next batch. */
  most?: number
  /** A reading that takes longer, in milliseconds, is waited for no more: the next one goes beside it. */
  patienceMs?: number
}

/**
 * Reads together: what is asked for while another reading is under way waits for it and is then read in one, so that a
 * crowd costs hardly more questions than one does. Every reading begins after it was asked for. `read` answers in the
 * order of what is asked. A failure is that of all who were read together.
 */
export const batchCalls = <A, T>(
  read: (asked: readonly A[]) => Promise<readonly T[]>,
  { most = Infinity, patienceMs }: BatchLimits = {},
): ((asked: A) => Promise<T>) => {
  const waiting: { asked: A; answer: PromiseWithResolvers<T> }[] = []
  /** The reading that is waited for. */
  let underWay: symbol | null = null

  const start = async () => {
    const batch = waiting.splice(0, most)
    const reading = Symbol('reading')
    underWay = reading
    const goOn = () => {
      if (underWay !== reading) return
      underWay = null
      if (waiting.length > 0) void start()
    }
    const late = patienceMs === undefined ? undefined : setTimeout(goOn, patienceMs)
    try {
      const found = await read(batch.map(({ asked }) => asked))
      for (const [at, { answer }] of batch.entries()) answer.resolve(found[at]!)
    } catch (error) {
      for (const { answer } of batch) answer.reject(error)
    }
    clearTimeout(late)
    goOn()
  }

  return asked => {
    const answer = Promise.withResolvers<T>()
    waiting.push({ asked, answer })
    if (!underWay) void start()
    return answer.promise
  }
}

/** The same by key: who asks for the same thing at once is answered with one reading of it. */
export const batchReads = <T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) =>
  batchCalls<string, T | undefined>(async keys => {
    const found = await read([...new Set(keys)])
    return keys.map(key => found.get(key))
  })
