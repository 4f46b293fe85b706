import { setTimeout as wait } from 'node:timers/promises'
import type { Background } from './background.ts'

const MOST_TOGETHER = 200
const AGAIN_MS = 5_000

export interface WriteTogether<T> {
  /** Delay before the first write after a pause: values that arrive meanwhile are written with it. */
  firstAfterMs?: number
  /** Time between two writes. */
  gapMs: number
  mostTogether?: number
  write(batch: readonly T[]): Promise<unknown>
  log(error: unknown): void
}

export interface Writer<T> {
  /** Queues a value; a later one with the same key replaces it. Failed writes are retried. */
  note(key: string, value: T): void
  stop(): Promise<void>
}

/** Coalesces writes: values queued while others are written go into one statement, at a fraction of the cost. */
export const writeTogether = <T>(
  background: Background,
  { firstAfterMs = 0, gapMs, mostTogether = MOST_TOGETHER, write, log }: WriteTogether<T>,
): Writer<T> => {
  const waiting = new Map<string, T>()
  const stopped = new AbortController()
  const { signal } = stopped
  let running: Promise<void> | null = null
  let again: NodeJS.Timeout | undefined

  const pause = (ms: number) => wait(background.pause(ms), undefined, { signal }).catch(() => {})
  const run = async () => {
    // values queued in the same turn are included
    await pause(firstAfterMs)
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, mostTogether)
      for (const [key] of batch) waiting.delete(key)
      try {
        await write(batch.map(([, value]) => value))
      } catch (error) {
        log(error)
        for (const [key, value] of batch) if (!waiting.has(key)) waiting.set(key, value)
        if (!signal.aborted) again = setTimeout(start, background.pause(AGAIN_MS)).unref()
        return
      }
      if (batch.length < mostTogether) await pause(gapMs)
    }
  }
  const start = () => {
    clearTimeout(again)
    if (running) return
    const end = background.begin()
    running = run().finally(() => {
      running = null
      end()
    })
  }
  return {
    note(key, value) {
      waiting.set(key, value)
      start()
    },
    async stop() {
      stopped.abort()
      clearTimeout(again)
      await running
    },
  }
}
