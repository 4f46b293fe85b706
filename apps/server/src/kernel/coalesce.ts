import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Background } from './background.ts'

export interface CoalesceOptions<T> {
  /** Counts pending items as background work and scales the delays; without it the delays are real. */
  background?: Background
  /** Of the pending items with the same key only the latest is written; without this, every item is. */
  key?(item: T): unknown
  /** Delay of the first batch after an idle period: 0 ends with this turn of the event loop; without it there is none. */
  firstAfterMs?: number
  /** Pause after each batch that is not full. */
  gapMs?: number
  /** Maximum number of items in a batch. */
  most?: number
  /** After this time a failed batch is written again, with the later items of its keys; without it, it is dropped. */
  retryMs?: number
  write(batch: readonly T[]): Promise<unknown>
  logError?(error: unknown): void
}

export interface Coalescer<T> {
  add(item: T): void
  /** Writes what is pending without further delays or retries. */
  stop(): Promise<void>
}

/** Collects items and writes them in batches, one batch at a time: one statement for many items costs less. */
export const coalesce = <T>({
  background,
  key = item => item,
  firstAfterMs,
  gapMs,
  most = Infinity,
  retryMs,
  write,
  logError,
}: CoalesceOptions<T>): Coalescer<T> => {
  const pending = new Map<unknown, T>()
  const stopped = new AbortController()
  const { signal } = stopped
  let running: Promise<void> | undefined

  const pause = async (ms = 0) =>
    ms === 0 ? nextTurn() : wait(background?.scaleDelay(ms) ?? ms, undefined, { signal, ref: false }).catch(() => {})
  const takeBatch = () => {
    const batch: T[] = []
    for (const [name, item] of pending) {
      if (batch.length >= most) break
      pending.delete(name)
      batch.push(item)
    }
    return batch
  }
  const run = async () => {
    const end = background?.beginTask()
    if (firstAfterMs !== undefined) await pause(firstAfterMs)
    while (pending.size > 0) {
      const batch = takeBatch()
      try {
        await write(batch)
        if (gapMs && batch.length < most) await pause(gapMs)
      } catch (error) {
        logError?.(error)
        if (signal.aborted) break
        if (retryMs) for (const item of batch) if (!pending.has(key(item))) pending.set(key(item), item)
        await pause(retryMs)
      }
    }
    running = undefined
    end?.()
  }
  return {
    add(item) {
      pending.set(key(item), item)
      running ??= run()
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}
