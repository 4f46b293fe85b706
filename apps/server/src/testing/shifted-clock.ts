// Loaded before the server: shifts the clock of the server by CLOCK_AHEAD_MS milliseconds, which may be negative.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...args: [] | [number]) {
    if (args.length === 0) super(RealDate.now() + aheadMs)
    else super(...args)
  }

  static override now() {
    return RealDate.now() + aheadMs
  }
} as DateConstructor
