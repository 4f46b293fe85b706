/** The work that goes on behind answers in this process: what is told live, written together, counted later. */
export interface Background {
  /** A piece of work begins; what it returns is called when it has ended. */
  begin(): () => void
  /** How long such work waits, in milliseconds, where it is written to wait `ms`: tests shorten it. */
  pause(ms: number): number
  /** Does this in `ms` milliseconds, which nothing waits for; what it returns calls it off. */
  later(ms: number, work: () => void): () => void
  /** Lets `ms` milliseconds pass at once for all that is to be done later, as tests do. */
  pass(ms: number): void
  readonly isIdle: boolean
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** `haste`: what every pause is divided by. */
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
