export interface BatchLimits {
  most?: number
  /** After this time in milliseconds the next batch no longer waits for a slow one. */
  patienceMs?: number
}

/**
 * Batches reads: while one batch is being read, further requests are collected for the next, so that many concurrent
 * requests cost few queries. A request is never answered from a read that started before it. `read` returns results in
 * the order of its arguments. A failure rejects the whole batch.
 */
export const batchCalls = <A, T>(
  read: (asked: readonly A[]) => Promise<readonly T[]>,
  { most = Infinity, patienceMs }: BatchLimits = {},
): ((asked: A) => Promise<T>) => {
  const waiting: { asked: A; answer: PromiseWithResolvers<T> }[] = []
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

/** The same for reads by key; equal keys are read once. */
export const batchReads = <T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) =>
  batchCalls<string, T | undefined>(async keys => {
    const found = await read([...new Set(keys)])
    return keys.map(key => found.get(key))
  })
