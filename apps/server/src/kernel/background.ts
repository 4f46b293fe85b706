/** Tracks work that continues after a response: live events, coalesced writes, delayed counts. */
export interface Background {
  /** Marks a task as started; call the returned function when it has ended. */
  begin(): () => void
  /** The actual delay in milliseconds for a nominal one of `ms`: tests shorten it. */
  pause(ms: number): number
  /** Runs `work` after `ms` milliseconds without keeping the process alive; the returned function cancels it. */
  later(ms: number, work: () => void): () => void
  pass(ms: number): void
  readonly isIdle: boolean
  idle(): Promise<void>
}

export const createBackground = (haste = 1): Background => {
  let underWay = 0
  const waiting: (() => void)[] = []
  const planned = new Set<{ at: number; timer: NodeJS.Timeout; run: () => void }>()
  return {
    begin() {
      underWay++
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        if (--underWay > 0) return
        for (const done of waiting.splice(0)) done()
      }
    },
    get isIdle() {
      return underWay === 0
    },
    pause: ms => ms / haste,
    later(ms, work) {
      const run = () => {
        planned.delete(one)
        work()
      }
      const one = { at: performance.now() + ms, timer: setTimeout(run, ms).unref(), run }
      planned.add(one)
      return () => {
        clearTimeout(one.timer)
        planned.delete(one)
      }
    },
    pass(ms) {
      for (const one of [...planned].toSorted((a, b) => a.at - b.at)) {
        if (!planned.has(one)) continue
        one.at -= ms
        clearTimeout(one.timer)
        const left = one.at - performance.now()
        if (left > 0) one.timer = setTimeout(one.run, left).unref()
        else one.run()
      }
    },
    async idle() {
      while (underWay > 0) await new Promise<void>(done => waiting.push(done))
    },
  }
}
