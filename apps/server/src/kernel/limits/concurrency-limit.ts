import pLimit, { type LimitFunction } from 'p-limit'

/** Lets at most `atOnce` pieces of work run at a time; the others wait in the order in which they came. */
export const limitConcurrency = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => pLimit(atOnce)

/**
 * Limiters that nobody uses are kept for the next key, so many at most: making one costs more than most of what goes
 * through it.
 */
const MOST_SPARE = 100

/** The same for each key by itself: whoever has much to do waits for their own work alone. */
export const limitConcurrencyByKey = (atOnce: number): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const lanes = new Map<string, { limit: LimitFunction; pending: number }>()
  const spare: LimitFunction[] = []
  return async (key, work) => {
    const lane = lanes.get(key) ?? { limit: spare.pop() ?? pLimit(atOnce), pending: 0 }
    lanes.set(key, lane)
    lane.pending++
    try {
      return await lane.limit(work)
    } finally {
      if (--lane.pending === 0) {
        lanes.delete(key)
        if (spare.length < MOST_SPARE) spare.push(lane.limit)
      }
    }
  }
}
