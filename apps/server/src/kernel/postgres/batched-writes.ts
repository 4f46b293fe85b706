import { LRUCache } from 'lru-cache'
import { limitConcurrency, limitConcurrencyByKey } from '../limits/concurrency-limit.ts'

/** What PostgreSQL answers when a lock was waited for as long as it may be (`lock_timeout`). */
const LOCKED = '55P03'
/** Codes for what one of several rows did wrong: data, integrity, a deadlock, a held lock, a full bucket. All were rolled back. */
const ofOne = /^(?:22|23|40|55P03|PV)/

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Milliseconds for which a batch waits for a lock, and one item alone. */
const PATIENCE_MS = 400
const PATIENCE_ALONE_MS = 1_500
/** Whoever made a batch fail is written alone for so long. */
const HELD_MS = 10_000
const MOST_HELD = 10_000

export interface BatchOptions<T> {
  /** Whose an item is: where one of theirs fails, or waits for what another transaction holds, the next ones disturb nobody else. */
  keyOf: (item: T) => string
  /** Items of one batch at most. */
  most?: number
  /** Items that are written alone at a time. */
  aloneAtOnce?: number
}

/** Stores all or nothing, and answers one result for each item; waits for a lock no longer than `patienceMs`, and fails with 55P03 then. */
type Write<T, R> = (items: readonly T[], patienceMs: number) => Promise<readonly R[]>

/**
 * What comes while others are being written waits for them and is then written together, so that a crowd costs hardly more statements than
 * one does. Where one item makes all fail each is written again alone, and fails alone; any other failure is that of all, who may have
 * been stored: it is not tried again.
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
  const limitAlone = limitConcurrency(aloneAtOnce)
  const held = new LRUCache<string, true>({ max: MOST_HELD, ttl: HELD_MS })

  const writeAlone = ({ item, done }: Waiting) => {
    const key = keyOf(item)
    const attempt = async () => {
      try {
        const [result] = await write([item], PATIENCE_ALONE_MS)
        held.delete(key)
        done.resolve(result!)
      } catch (error) {
        if (ofOne.test(codeOf(error))) held.set(key, true)
        done.reject(error)
      }
    }
    void inTurn(key, () => limitAlone(attempt))
  }

  const writeTogether = async (batch: readonly Waiting[]) => {
    try {
      const results = await write(
        batch.map(({ item }) => item),
        PATIENCE_MS,
      )
      for (const [at, { done }] of batch.entries()) done.resolve(results[at]!)
    } catch (error) {
      const isOfOne = ofOne.test(codeOf(error))
      const isAgain = isOfOne && (batch.length > 1 || codeOf(error) === LOCKED)
      for (const one of batch) {
        if (isAgain) writeAlone(one)
        else {
          if (isOfOne) held.set(keyOf(one.item), true)
          one.done.reject(error)
        }
      }
    }
  }

  const run = async () => {
    isWriting = true
    // what has arrived with it comes along
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
