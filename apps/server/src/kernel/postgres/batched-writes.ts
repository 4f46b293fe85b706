import { LRUCache } from 'lru-cache'
import { limitConcurrency, limitConcurrencyByKey } from '../limits/concurrency-limit.ts'

/** SQLSTATE after `lock_timeout`. */
const LOCKED = '55P03'
/** SQLSTATEs caused by one of several rows: data, integrity, deadlock, lock timeout, rate limit. */
const ofOne = /^(?:22|23|40|55P03|PV)/

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Lock timeouts in milliseconds: of a batch, of an item retried after its batch failed, and of an isolated item. */
const PATIENCE_MS = 150
const PATIENCE_APART_MS = 50
const PATIENCE_ALONE_MS = 1_500
const MOST_WAIT_MS = 5_000
/** How long a key stays isolated after it made a batch fail. */
const HELD_MS = 10_000
const MOST_HELD = 10_000

export interface BatchOptions<T> {
  /** The owner of an item: after a failure its next items are written alone, and do not affect others. */
  keyOf: (item: T) => string
  most?: number
  aloneAtOnce?: number
}

interface Blame {
  error: unknown
  lockedAt?: number
}

/** Stores all items or none, with a result for each. Fails with 55P03 after waiting `lockTimeoutMs` for a lock. */
type Write<T, R> = (items: readonly T[], patienceMs: number) => Promise<readonly R[]>

/**
 * Batches writes: while one batch is being written, further items are collected for the next, so that many concurrent
 * writes cost few statements. When one item makes a batch fail, each is retried alone. Any other failure rejects the
 * whole batch without a retry, as it may have been stored.
 */
export const batchWrites = <T, R>(
  write: Write<T, R>,
  { keyOf, most = 32, aloneAtOnce = 4 }: BatchOptions<T>,
): ((item: T) => Promise<R>) => {
  interface Waiting {
    item: T
    done: PromiseWithResolvers<R>
  }
  const waiting: Waiting[] = []
  let isWriting = false
  const inTurn = limitConcurrencyByKey(1)
  const [limitApart, limitAlone] = [limitConcurrency(aloneAtOnce), limitConcurrency(aloneAtOnce)]
  const held = new LRUCache<string, Blame>({ max: MOST_HELD, ttl: HELD_MS })
  const writeAlone = ({ item, done }: Waiting) => {
    const key = keyOf(item)
    const since = performance.now()
    const attempt = async () => {
      const before = held.get(key)
      // another item of this key has just waited for the lock in vain
      if (before?.lockedAt && before.lockedAt > since) return done.reject(before.error)
      if (performance.now() - since > MOST_WAIT_MS)
        return done.reject(Object.assign(new Error('not written in time'), { code: LOCKED }))
      try {
        const [result] = await write([item], PATIENCE_ALONE_MS)
        held.delete(key)
        done.resolve(result!)
      } catch (error) {
        const code = codeOf(error)
        if (ofOne.test(code)) held.set(key, { error, ...(code === LOCKED && { lockedAt: performance.now() }) })
        done.reject(error)
      }
    }
    void inTurn(key, () => limitAlone(attempt))
  }

  /** Retries an item of a failed batch, which mostly is not the one that failed. */
  const writeApart = (one: Waiting) =>
    void limitApart(async () => {
      try {
        const [result] = await write([one.item], PATIENCE_APART_MS)
        one.done.resolve(result!)
      } catch (error) {
        if (ofOne.test(codeOf(error))) held.set(keyOf(one.item), { error })
        if (codeOf(error) === LOCKED) writeAlone(one)
        else one.done.reject(error)
      }
    })

  const writeTogether = async (batch: readonly Waiting[]) => {
    try {
      const results = await write(
        batch.map(({ item }) => item),
        PATIENCE_MS,
      )
      for (const [at, { done }] of batch.entries()) done.resolve(results[at]!)
    } catch (error) {
      const isOfOne = ofOne.test(codeOf(error))
      for (const one of batch) {
        if (isOfOne && batch.length > 1) writeApart(one)
        else {
          if (isOfOne) held.set(keyOf(one.item), { error })
          if (codeOf(error) === LOCKED) writeAlone(one)
          else one.done.reject(error)
        }
      }
    }
  }

  const run = async () => {
    isWriting = true
    // collects what arrives in the same turn
    await new Promise(setImmediate)
    while (waiting.length > 0) await writeTogether(waiting.splice(0, most))
    isWriting = false
  }

  return item => {
    const one = { item, done: Promise.withResolvers<R>() }
    if (held.has(keyOf(item))) writeAlone(one)
    else {
      waiting.push(one)
      if (!isWriting) void run()
    }
    return one.done.promise
  }
}
