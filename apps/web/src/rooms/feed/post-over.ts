import { DATE_NOW, type LiveEvent } from '@parvis/contract/feed.ts'

const HOUR_MS = 3_600_000
/** How long after its beginning something still goes on: an hour was said, or a whole day. */
const AN_AFTERNOON_MS = 4 * HOUR_MS
const A_DAY_MS = 24 * HOUR_MS

/** Whether what a post calls for is past: nobody comes any more. What has no date is never past. */
export const isOver = ({ date, dateAdded, eventId: { dateId, timeId } }: Pick<LiveEvent, 'date' | 'dateAdded'> & { eventId: Pick<LiveEvent['eventId'], 'dateId' | 'timeId'> }, now: number): boolean => {
  const begins = dateId === DATE_NOW ? dateAdded : date
  return begins !== null && now - Date.parse(begins) > (timeId ? AN_AFTERNOON_MS : A_DAY_MS)
}
