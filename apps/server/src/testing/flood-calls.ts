import { listEvents } from '@parvis/contract/feed.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Reply, Visitor } from './test-server.ts'

const DEFAULT_CONCURRENCY = 5
/** The pause of a member between two calls. */
export const PAUSE_MS = 50

/** Throws unless the call succeeded, or was refused with the number of seconds until the next attempt. */
const assertRetryAfter = (reply: Reply<unknown>): void => {
  if (reply.status === 200) return
  const { key, params } = reply.error
  const hasRetryAfter = reply.status === 429 && key === 'toomanyrequests' && Number(params?.seconds) > 0
  if (!hasRetryAfter) throw new Error(`${reply.status} ${key}`)
}

/** Makes `count` calls, `concurrency` at a time; throws if one is refused without saying when to retry. */
export const makeCalls = async (
  count: number,
  call: (at: number) => Promise<Reply<unknown>>,
  concurrency = DEFAULT_CONCURRENCY,
): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) assertRetryAfter(await call(next++))
    }),
  )
}

/**
 * Lets the readers read the feed while `work` runs. Returns the numbers of reads and of refused reads, and the duration
 * of the slowest read.
 */
export const runWhileReading = async (readers: readonly { visitor: Visitor }[], work: () => Promise<unknown>) => {
  const seen = { reads: 0, refused: 0, slowestMs: 0 }
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await readers[seen.reads++ % readers.length]!.visitor.call(listEvents)
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - began))
      if (status !== 200) seen.refused++
      // pause: the pace of a member
      await wait(PAUSE_MS)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await reading
  return seen
}

/** The maximum number of calls that pass a sliding-window limit within `ms`. */
export const maxCallsWithin = (ms: number, maxPerWindow: number, windowMs: number): number =>
  maxPerWindow * Math.ceil(ms / windowMs)
