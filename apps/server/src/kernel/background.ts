/** The work that goes on behind answers in this process: what is told live, written together, counted later. */
export interface Background {
  /** A piece of work begins; what it returns is called when it has ended. */
  begin(): () => void
  /** How long such work waits, in milliseconds, where it is written to wait `ms`: tests shorten it. */
  pause(ms: number): number
  readonly isIdle: boolean
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** `haste`: what every pause is divided by. */
export const createBackground = (haste = 1): Background => {
  let underWay = 0
  const waiting: (() => void)[] = []
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
    async idle() {
      while (underWay > 0) await new Promise<void>(done => waiting.push(done))
    },
  }
}
