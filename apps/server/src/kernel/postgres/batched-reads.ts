import { coalesce } from '../coalesce.ts'

export interface BatchLimits {
  maxSize?: number
  /** After this time in milliseconds the next batch starts even if a slow batch is still running. */
  slowAfterMs?: number
}

interface Call<A, T> {
  asked: A
  answer: PromiseWithResolvers<T>
}

/** Calls made during a read share the next one. `read` returns a result for each element of `asked`, in order. */
export const batchCalls = <A, T>(
  read: (asked: readonly A[]) => Promise<readonly T[]>,
  { maxSize, slowAfterMs }: BatchLimits = {},
): ((asked: A) => Promise<T>) => {
  const answerAll = async (calls: readonly Call<A, T>[]) => {
    try {
      const results = await read(calls.map(({ asked }) => asked))
      for (const [at, { answer }] of calls.entries()) answer.resolve(results[at]!)
    } catch (error) {
      for (const { answer } of calls) answer.reject(error)
    }
  }
  const { add } = coalesce<Call<A, T>>({
    ...(maxSize && { most: maxSize }),
    write: calls =>
      slowAfterMs === undefined
        ? answerAll(calls)
        : Promise.race([answerAll(calls), new Promise(done => setTimeout(done, slowAfterMs))]),
  })
  return asked => {
    const answer = Promise.withResolvers<T>()
    add({ asked, answer })
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
