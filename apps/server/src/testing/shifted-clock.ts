// Loaded before the server: shifts its clock by CLOCK_AHEAD_MS milliseconds, which may be negative.
const ahead = Number(process.env.CLOCK_AHEAD_MS)
const Right = Date

globalThis.Date = class extends Right {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(Right.now() + ahead)
    else super(...given)
  }

  static override now() {
    return Right.now() + ahead
  }
} as DateConstructor
