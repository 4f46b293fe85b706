export interface BatchLimits {
  maxSize?: number
  /** After this time in milliseconds the next batch starts even if a slow batch is still running. */
  slowAfterMs?: number
}

/** Calls made during a read share the next one. `read` returns a result for each element of `asked`, in order. */
export const batchCalls = <A, T>(
  read: (asked: readonly A[]) => Promise<readonly T[]>,
  { maxSize = Infinity, slowAfterMs }: BatchLimits = {},
): ((asked: A) => Promise<T>) => {
  const pending: { asked: A; answer: PromiseWithResolvers<T> }[] = []
  let current: symbol | null = null

  const start = async () => {
    const batch = pending.splice(0, maxSize)
    const reading = Symbol('reading')
    current = reading
    const startNext = () => {
      if (current !== reading) return
      current = null
      if (pending.length > 0) void start()
    }
    const timer = slowAfterMs === undefined ? undefined : setTimeout(startNext, slowAfterMs)
    try {
      const results = await read(batch.map(({ asked }) => asked))
      for (const [at, { answer }] of batch.entries()) answer.resolve(results[at]!)
    } catch (error) {
      for (const { answer } of batch) answer.reject(error)
    }
    clearTimeout(timer)
    startNext()
  }

  return asked => {
    const answer = Promise.withResolvers<T>()
    pending.push({ asked, answer })
    if (!current) void start()
    return answer.promise
  }
}

/** Like `batchCalls`, for reads by key; equal keys are read once. */
export const batchReads = <T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) =>
  batchCalls<string, T | undefined>(async keys => {
    const results = await read([...new Set(keys)])
    return keys.map(key => results.get(key))
  })
