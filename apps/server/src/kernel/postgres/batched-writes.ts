import { LRUCache } from 'lru-cache'
import { coalesce } from '../coalesce.ts'
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

interface PendingItem<T, R> {
  item: T
  done: PromiseWithResolvers<R>
}

interface BatchWriter<T, R> {
  write: Write<T, R>
  keyOf: (item: T) => string
  isolated: LRUCache<string, Isolation>
  limitKey: ReturnType<typeof limitConcurrencyByKey>
  limitRetries: ReturnType<typeof limitConcurrency>
  limitIsolated: ReturnType<typeof limitConcurrency>
}

const tryWriteIsolated = async <T, R>(
  { write, keyOf, isolated }: BatchWriter<T, R>,
  { item, done }: PendingItem<T, R>,
  queuedAt: number,
) => {
  const key = keyOf(item)
  const isolation = isolated.get(key)
  // Since this item was queued, another item of its key has waited for the lock in vain.
  if (isolation?.lockedAt && isolation.lockedAt > queuedAt) return done.reject(isolation.error)
  if (performance.now() - queuedAt > MAX_WAIT_MS)
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

const writeIsolated = <T, R>(writer: BatchWriter<T, R>, entry: PendingItem<T, R>) => {
  const since = performance.now()
  void writer.limitKey(writer.keyOf(entry.item), () =>
    writer.limitIsolated(() => tryWriteIsolated(writer, entry, since)),
  )
}

/** Isolates the key after a row error. An item that waited for a lock in vain is retried with a longer timeout. */
const rejectOrIsolate = <T, R>(writer: BatchWriter<T, R>, entry: PendingItem<T, R>, error: unknown) => {
  if (rowErrors.test(codeOf(error))) writer.isolated.set(writer.keyOf(entry.item), { error })
  if (codeOf(error) === LOCKED) writeIsolated(writer, entry)
  else entry.done.reject(error)
}

const retryAlone = <T, R>(writer: BatchWriter<T, R>, entry: PendingItem<T, R>) =>
  void writer.limitRetries(async () => {
    try {
      const [result] = await writer.write([entry.item], RETRY_LOCK_TIMEOUT_MS)
      entry.done.resolve(result!)
    } catch (error) {
      rejectOrIsolate(writer, entry, error)
    }
  })

const writeBatch = async <T, R>(writer: BatchWriter<T, R>, batch: readonly PendingItem<T, R>[]) => {
  try {
    const results = await writer.write(
      batch.map(({ item }) => item),
      BATCH_LOCK_TIMEOUT_MS,
    )
    for (const [at, { done }] of batch.entries()) done.resolve(results[at]!)
  } catch (error) {
    const isRetried = batch.length > 1 && rowErrors.test(codeOf(error))
    for (const entry of batch) {
      if (isRetried) retryAlone(writer, entry)
      else rejectOrIsolate(writer, entry, error)
    }
  }
}

/**
 * Returns a function that stores an item in a batch with others. If one row makes a batch fail, each item is retried
 * alone. After any other failure all items are rejected, because the batch may have been committed.
 */
export const batchWrites = <T, R>(
  write: Write<T, R>,
  { keyOf, maxSize = 32, isolatedConcurrency = 4 }: BatchOptions<T>,
): ((item: T) => Promise<R>) => {
  const writer: BatchWriter<T, R> = {
    write,
    keyOf,
    isolated: new LRUCache<string, Isolation>({ max: MAX_ISOLATED, ttl: ISOLATION_MS }),
    limitKey: limitConcurrencyByKey(1),
    limitRetries: limitConcurrency(isolatedConcurrency),
    limitIsolated: limitConcurrency(isolatedConcurrency),
  }
  // A delay of 0, so that items of the same turn of the event loop share a batch.
  const { add } = coalesce<PendingItem<T, R>>({
    firstAfterMs: 0,
    most: maxSize,
    write: batch => writeBatch(writer, batch),
  })
  return item => {
    const entry = { item, done: Promise.withResolvers<R>() }
    if (writer.isolated.has(keyOf(item))) writeIsolated(writer, entry)
    else add(entry)
    return entry.done.promise
  }
}
