import pLimit, { type LimitFunction } from 'p-limit'
import { fail } from '../errors.ts'

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

/** How much work waits at most before who asks for more is told to come back. */
export interface AskerLimits {
  /** Of all askers together, at one time. */
  atOnce: number
  /** Of one asker, the one under way included. */
  mostOfOne: number
  mostInAll: number
  /** What who is refused is told, in seconds. */
  backInS: number
}

/**
 * One piece of work at a time of each asker, an account or an address, and each asker in their turn: who asks for much
 * holds up nobody but themselves. Throws `toomanyrequests` for who has too much waiting.
 */
export const limitByAsker = ({
  atOnce,
  mostOfOne,
  mostInAll,
  backInS,
}: AskerLimits): (<T>(asker: string, work: () => Promise<T>) => Promise<T>) => {
  const inTurn = limitConcurrency(atOnce)
  const inTurnOf = limitConcurrencyByKey(1)
  const waiting = new Map<string, number>()
  let inAll = 0
  return async (asker, work) => {
    const before = waiting.get(asker) ?? 0
    if (before >= mostOfOne || inAll >= mostInAll) return fail('toomanyrequests', { params: { seconds: backInS } })
    waiting.set(asker, before + 1)
    inAll++
    try {
      return await inTurnOf(asker, () => inTurn(work))
    } finally {
      inAll--
      const left = waiting.get(asker)! - 1
      if (left > 0) waiting.set(asker, left)
      else waiting.delete(asker)
    }
  }
}
