// The parts of a day, by the clocks of the community, and what of the calendar is on in each.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Dated } from './calendar-days.ts'

export const partsOfDay = ['night', 'morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof partsOfDay)[number]

/** The hour at which each ends. */
const ends = { night: 5, morning: 12, afternoon: 17, evening: 24 } as const satisfies Record<PartOfDay, number>

const hourFormats = new Map<string, Intl.DateTimeFormat>()

const hourAt = (milliseconds: number, timezone: string): number => {
  const known =
    hourFormats.get(timezone) ??
    new Intl.DateTimeFormat('en', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' })
  hourFormats.set(timezone, known)
  return Number(known.format(milliseconds))
}

export const partOfDay = (now: number, timezone: string): PartOfDay => {
  const hour = hourAt(now, timezone)
  return partsOfDay.find(part => hour < ends[part])!
}

/** What is on, or will be before the night: of the day until the evening comes, of the evening what names a time. */
export const isAround = (
  { happening: { day, startsAt, isWholeDay } }: Dated,
  timezone: string,
  now: number,
): boolean => {
  if (!isWholeDay && startsAt <= now) return true
  if (day !== dayAt(now, timezone)) return false
  const part = partOfDay(now, timezone)
  if (part === 'night') return !isWholeDay && partOfDay(startsAt, timezone) === 'night'
  return part !== 'evening' || !isWholeDay
}
