import { LRUCache } from 'lru-cache'
import { limitConcurrency, limitConcurrencyByKey } from '../limits/concurrency-limit.ts'

const LOCKED = '55P03'
/** SQLSTATEs that one row of a batch can cause: data, integrity, deadlock, lock timeout, rate limit. */
const rowErrors = /^(?:22|23|40|55P03|PV)/

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Lock timeouts in milliseconds: of a batch, of an item retried after its batch failed, and of an isolated item. */
const BATCH_LOCK_TIMEOUT_MS = 150
const RETRY_LOCK_TIMEOUT_MS = 50
const ISOLATED_LOCK_TIMEOUT_MS = 1_500
const MAX_WAIT_MS = 5_000
const ISOLATION_MS = 10_000
const MAX_ISOLATED = 10_000

export interface BatchOptions<T> {
  /** The key of an item: after a failure, further items with this key are written alone for a while. */
  keyOf: (item: T) => string
  maxSize?: number
  isolatedConcurrency?: number
}

interface Isolation {
  error: unknown
  lockedAt?: number
}

/** Stores all items or none; returns a result for each. Fails with 55P03 after waiting `lockTimeoutMs` for a lock. */
type Write<T, R> = (items: readonly T[], lockTimeoutMs: number) => Promise<readonly R[]>

/** If one row makes a batch fail, each item is retried alone. Other failures may follow a commit: all are rejected. */
export const batchWrites = <T, R>(
  write: Write<T, R>,
  { keyOf, maxSize = 32, isolatedConcurrency = 4 }: BatchOptions<T>,
): ((item: T) => Promise<R>) => {
  interface PendingItem {
    item: T
    done: PromiseWithResolvers<R>
  }
  const pending: PendingItem[] = []
  let isWriting = false
  const limitKey = limitConcurrencyByKey(1)
  const [limitRetries, limitIsolated] = [limitConcurrency(isolatedConcurrency), limitConcurrency(isolatedConcurrency)]
  const isolated = new LRUCache<string, Isolation>({ max: MAX_ISOLATED, ttl: ISOLATION_MS })
  const writeIsolated = ({ item, done }: PendingItem) => {
    const key = keyOf(item)
    const since = performance.now()
    const attempt = async () => {
      const before = isolated.get(key)
      // Another item of this key has just waited for the lock in vain.
      if (before?.lockedAt && before.lockedAt > since) return done.reject(before.error)
      if (performance.now() - since > MAX_WAIT_MS)
        return done.reject(Object.assign(new Error('not written in time'), { code: LOCKED }))
      try {
        const [result] = await write([item], ISOLATED_LOCK_TIMEOUT_MS)
        isolated.delete(key)
        done.resolve(result!)
      } catch (error) {
        const code = codeOf(error)
        if (rowErrors.test(code)) isolated.set(key, { error, ...(code === LOCKED && { lockedAt: performance.now() }) })
        done.reject(error)
      }
    }
    void limitKey(key, () => limitIsolated(attempt))
  }

  const retryAlone = (entry: PendingItem) =>
    void limitRetries(async () => {
      try {
        const [result] = await write([entry.item], RETRY_LOCK_TIMEOUT_MS)
        entry.done.resolve(result!)
      } catch (error) {
        if (rowErrors.test(codeOf(error))) isolated.set(keyOf(entry.item), { error })
        if (codeOf(error) === LOCKED) writeIsolated(entry)
        else entry.done.reject(error)
      }
    })

  const writeBatch = async (batch: readonly PendingItem[]) => {
    try {
      const results = await write(
        batch.map(({ item }) => item),
        BATCH_LOCK_TIMEOUT_MS,
      )
      for (const [at, { done }] of batch.entries()) done.resolve(results[at]!)
    } catch (error) {
      const isRowError = rowErrors.test(codeOf(error))
      for (const entry of batch) {
        if (isRowError && batch.length > 1) retryAlone(entry)
        else {
          if (isRowError) isolated.set(keyOf(entry.item), { error })
          if (codeOf(error) === LOCKED) writeIsolated(entry)
          else entry.done.reject(error)
        }
      }
    }
  }

  const run = async () => {
    isWriting = true
    // Waits one turn of the event loop, so that items of the same turn share a batch.
    await new Promise(setImmediate)
    while (pending.length > 0) await writeBatch(pending.splice(0, maxSize))
    isWriting = false
  }

  return item => {
    const entry = { item, done: Promise.withResolvers<R>() }
    if (isolated.has(keyOf(item))) writeIsolated(entry)
    else {
      pending.push(entry)
      if (!isWriting) void run()
    }
    return entry.done.promise
  }
}
