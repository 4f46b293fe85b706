import pLimit, { type LimitFunction } from 'p-limit'
import { fail } from '../errors.ts'

export const limitConcurrency = (concurrency: number): (<T>(work: () => Promise<T>) => Promise<T>) =>
  pLimit(concurrency)

/** Idle limiters are reused, because creating a limiter costs more than most tasks that it limits. */
const MAX_SPARE_LIMITERS = 100

export const limitConcurrencyByKey = (
  concurrency: number,
): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const limiters = new Map<string, { limit: LimitFunction; pending: number }>()
  const spare: LimitFunction[] = []
  return async (key, work) => {
    const limiter = limiters.get(key) ?? { limit: spare.pop() ?? pLimit(concurrency), pending: 0 }
    limiters.set(key, limiter)
    limiter.pending++
    try {
      return await limiter.limit(work)
    } finally {
      if (--limiter.pending === 0) {
        limiters.delete(key)
        if (spare.length < MAX_SPARE_LIMITERS) spare.push(limiter.limit)
      }
    }
  }
}

export interface CallerLimits {
  concurrency: number
  maxPerCaller: number
  maxTotal: number
  retryAfterSeconds: number
}

/** Runs one task of each caller (account or address) at a time. Throws `toomanyrequests` if too many are queued. */
export const limitConcurrencyByCaller = ({
  concurrency,
  maxPerCaller,
  maxTotal,
  retryAfterSeconds,
}: CallerLimits): (<T>(caller: string, work: () => Promise<T>) => Promise<T>) => {
  const limitTotal = limitConcurrency(concurrency)
  const limitCaller = limitConcurrencyByKey(1)
  const queued = new Map<string, number>()
  let total = 0
  return async (caller, work) => {
    const before = queued.get(caller) ?? 0
    if (before >= maxPerCaller || total >= maxTotal)
      return fail('toomanyrequests', { params: { seconds: retryAfterSeconds } })
    queued.set(caller, before + 1)
    total++
    try {
      return await limitCaller(caller, () => limitTotal(work))
    } finally {
      total--
      const remaining = queued.get(caller)! - 1
      if (remaining > 0) queued.set(caller, remaining)
      else queued.delete(caller)
    }
  }
}
