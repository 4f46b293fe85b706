/** Tracks work that continues after a response: live events, coalesced writes, delayed counts. */
export interface Background {
  /** Marks a task as started. Call the returned function when the task has ended. */
  beginTask(): () => void
  scaleDelay(ms: number): number
  /** Runs `work` after `ms` milliseconds without keeping the process alive; the returned function cancels it. */
  schedule(ms: number, work: () => void): () => void
  advanceTimers(ms: number): void
  readonly isIdle: boolean
  whenIdle(): Promise<void>
}

export const createBackground = (speed = 1): Background => {
  let running = 0
  const idleCallbacks: (() => void)[] = []
  const scheduled = new Set<{ at: number; timer: NodeJS.Timeout; run: () => void }>()
  return {
    beginTask() {
      running++
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        if (--running > 0) return
        for (const done of idleCallbacks.splice(0)) done()
      }
    },
    get isIdle() {
      return running === 0
    },
    scaleDelay: ms => ms / speed,
    schedule(ms, work) {
      const run = () => {
        scheduled.delete(task)
        work()
      }
      const task = { at: performance.now() + ms, timer: setTimeout(run, ms).unref(), run }
      scheduled.add(task)
      return () => {
        clearTimeout(task.timer)
        scheduled.delete(task)
      }
    },
    advanceTimers(ms) {
      for (const task of [...scheduled].toSorted((a, b) => a.at - b.at)) {
        if (!scheduled.has(task)) continue
        task.at -= ms
        clearTimeout(task.timer)
        const left = task.at - performance.now()
        if (left > 0) task.timer = setTimeout(task.run, left).unref()
        else task.run()
      }
    },
    async whenIdle() {
      while (running > 0) await new Promise<void>(done => idleCallbacks.push(done))
    },
  }
}
