import { setTimeout as wait } from 'node:timers/promises'
import type { Background } from './background.ts'

const MAX_BATCH_SIZE = 200
const RETRY_MS = 5_000

export interface CoalesceOptions<T> {
  /** Delay of the first write after an idle period. Values queued during this delay are written in the same batch. */
  initialDelayMs?: number
  intervalMs: number
  maxBatchSize?: number
  write(batch: readonly T[]): Promise<unknown>
  logError(error: unknown): void
}

export interface CoalescingWriter<T> {
  /** Queues a value; a later one with the same key replaces it. Failed writes are retried. */
  enqueue(key: string, value: T): void
  stop(): Promise<void>
}

/** Coalesces writes: values queued during a write are written together in the next statement, which costs less. */
export const coalesceWrites = <T>(
  background: Background,
  { initialDelayMs = 0, intervalMs, maxBatchSize = MAX_BATCH_SIZE, write, logError }: CoalesceOptions<T>,
): CoalescingWriter<T> => {
  const pending = new Map<string, T>()
  const stopped = new AbortController()
  const { signal } = stopped
  let running: Promise<void> | null = null
  let retryTimer: NodeJS.Timeout | undefined

  const delay = (ms: number) => wait(background.scaleDelay(ms), undefined, { signal }).catch(() => {})
  const run = async () => {
    await delay(initialDelayMs)
    while (pending.size > 0) {
      const batch = [...pending].slice(0, maxBatchSize)
      for (const [key] of batch) pending.delete(key)
      try {
        await write(batch.map(([, value]) => value))
      } catch (error) {
        logError(error)
        for (const [key, value] of batch) if (!pending.has(key)) pending.set(key, value)
        if (!signal.aborted) retryTimer = setTimeout(start, background.scaleDelay(RETRY_MS)).unref()
        return
      }
      if (batch.length < maxBatchSize) await delay(intervalMs)
    }
  }
  const start = () => {
    clearTimeout(retryTimer)
    if (running) return
    const end = background.beginTask()
    running = run().finally(() => {
      running = null
      end()
    })
  }
  return {
    enqueue(key, value) {
      pending.set(key, value)
      start()
    },
    async stop() {
      stopped.abort()
      clearTimeout(retryTimer)
      await running
    },
  }
}
