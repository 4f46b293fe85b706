import { LRUCache } from 'lru-cache'
import { limitConcurrency, limitConcurrencyByKey } from '../limits/concurrency-limit.ts'

/** What PostgreSQL answers when a lock was waited for as long as it may be (`lock_timeout`). */
const LOCKED = '55P03'
/**
 * Codes for what one of several rows did wrong: data, integrity, a deadlock, a held lock, a full bucket. All were
 * rolled back.
 */
const ofOne = /^(?:22|23|40|55P03|PV)/

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * Milliseconds for which each lock is waited for: by a batch, by one of a batch that failed, and by one that had to
 * wait before.
 */
const PATIENCE_MS = 150
const PATIENCE_APART_MS = 50
const PATIENCE_ALONE_MS = 1_500
/** Whoever waited so long for their turn alone is told that it is locked. */
const MOST_WAIT_MS = 5_000
/** Whoever made a batch fail is written alone for so long. */
const HELD_MS = 10_000
const MOST_HELD = 10_000

export interface BatchOptions<T> {
  /**
   * Whose an item is: where one of theirs fails, or waits for what another transaction holds, the next ones disturb
   * nobody else.
   */
  keyOf: (item: T) => string
  /** Items of one batch at most. */
  most?: number
  /** Items that are written alone at a time. */
  aloneAtOnce?: number
}

/** Why somebody is written alone, and until when a lock was waited for in vain, by `performance.now()`. */
interface Blame {
  error: unknown
  lockedAt?: number
}

/**
 * Stores all or nothing, and answers one result for each item; waits for a lock no longer than `patienceMs`, and fails
 * with 55P03 then.
 */
type Write<T, R> = (items: readonly T[], patienceMs: number) => Promise<readonly R[]>

/**
 * What comes while others are being written waits for them and is then written together, so that a crowd costs hardly
 * more statements than one does. Where one item makes all fail each is written again alone, and fails alone; any other
 * failure is that of all, who may have been stored: it is not tried again.
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
  // those who are to blame wait among themselves
  const [limitApart, limitAlone] = [limitConcurrency(aloneAtOnce), limitConcurrency(aloneAtOnce)]
  const held = new LRUCache<string, Blame>({ max: MOST_HELD, ttl: HELD_MS })
  const writeAlone = ({ item, done }: Waiting) => {
    const key = keyOf(item)
    const since = performance.now()
    const attempt = async () => {
      const before = held.get(key)
      // what another of theirs has just waited for in vain this one would wait for too
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

  /** One of a batch that failed: mostly not the one that made it fail. */
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
