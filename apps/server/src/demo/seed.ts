import { idAt } from '../kernel/ids.ts'
import type { Db } from '../kernel/postgres/db.ts'
import type { createStudio } from './pictures.ts'
import type { Random } from './texts/random.ts'

export const DAY_MS = 24 * 60 * 60_000

/** What every part of the demo world is made with. */
export interface Workshop {
  db: Db
  studio: ReturnType<typeof createStudio>
  random: Random
  /** The present of the demo world: everything in it happened before. */
  now: Date
}

/** An id as if made at that instant, the same for the same seed. */
export const idFrom = (random: Random, at: Date): string =>
  idAt(
    at.getTime(),
    Uint8Array.from({ length: 10 }, () => random.int(0, 255)),
  )

/** How far the clocks of a timezone are ahead of UTC at an instant, in milliseconds. */
const offsetOf = (instant: Date, timezone: string): number => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return (
    Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) -
    Math.floor(instant.getTime() / 1000) * 1000
  )
}

/** The day of an instant in a timezone, as YYYY-MM-DD. */
export const dayIn = (instant: Date, timezone: string): string =>
  new Date(instant.getTime() + offsetOf(instant, timezone)).toISOString().slice(0, 10)

/** The instant at which the clocks of a timezone show this day (YYYY-MM-DD) and hour (HH:mm). */
export const instantAt = (day: string, time: string, timezone: string): Date => {
  const asUtc = new Date(`${day}T${time}:00Z`)
  return new Date(asUtc.getTime() - offsetOf(new Date(asUtc.getTime() - offsetOf(asUtc, timezone)), timezone))
}

/** Runs in slices: one statement takes 65,535 parameters at most. */
export const inSlices = async <T>(
  rows: readonly T[],
  insert: (slice: T[]) => Promise<unknown>,
  size = 500,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += size) await insert(rows.slice(from, from + size))
}
