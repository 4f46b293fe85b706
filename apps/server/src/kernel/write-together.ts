import { setTimeout as wait } from 'node:timers/promises'
import type { Background } from './background.ts'

const MOST_TOGETHER = 200
const AGAIN_MS = 5_000

export interface WriteTogether<T> {
  /** Before the first of a while is written: what comes meanwhile goes with it. */
  firstAfterMs?: number
  /** Between two statements. */
  gapMs: number
  /** How many at most go into one statement. */
  mostTogether?: number
  write(batch: readonly T[]): Promise<unknown>
  log(error: unknown): void
}

export interface Writer<T> {
  /** The latest value under a key is the one that is written. What fails is tried again. */
  note(key: string, value: T): void
  /** Resolves once all that was noted is written, or has failed. */
  stop(): Promise<void>
}

/** Writes what is noted while others are written in one statement, which costs the database a fraction. */
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
    // what is noted in the same turn goes with the first
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
