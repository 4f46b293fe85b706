import pLimit, { type LimitFunction } from 'p-limit'
import { fail } from '../errors.ts'

/** Runs at most `concurrency` tasks at a time; others wait in order of arrival. */
export const limitConcurrency = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => pLimit(atOnce)

/** Idle limiters kept for reuse: creating one costs more than most of the work that it limits. */
const MOST_SPARE = 100

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

export interface AskerLimits {
  atOnce: number
  /** Of one caller, including the running task. */
  mostOfOne: number
  mostInAll: number
  backInS: number
}

/** Runs one task per caller (account or address) at a time. Throws `toomanyrequests` when too many are queued. */
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
