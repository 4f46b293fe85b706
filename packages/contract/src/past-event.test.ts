import { expect, test } from 'vitest'
import { DATE_NOW, DATE_TOGETHER } from './feed.ts'
import { endOfDay, isPastEvent } from './past-event.ts'

const PARIS = 'Europe/Paris'
const event = (
  dateId: string | null,
  timeId: string | null = null,
  date: string | null = null,
  dateAdded = '2026-06-01T08:00:00.000Z',
) => ({ date, dateAdded, eventId: { dateId, timeId } })
const timestamp = (iso: string) => Date.parse(iso)

test.each([
  [
    'a minute before its four hours are over',
    event('2026-06-13', '18:30', '2026-06-13T16:30:00Z'),
    '2026-06-13T20:29:00Z',
    false,
  ],
  ['when its four hours are over', event('2026-06-13', '18:30', '2026-06-13T16:30:00Z'), '2026-06-13T20:30:00Z', true],
  [
    'past midnight, four hours not over',
    event('2026-06-13', '23:30', '2026-06-13T21:30:00Z'),
    '2026-06-13T23:30:00Z',
    false,
  ],
  ['in the future', event('2026-07-01', '12:00', '2026-07-01T10:00:00Z'), '2026-06-13T20:00:00Z', false],
  ['the last minute of its day in the time zone of the place', event('2026-06-13'), '2026-06-13T21:59:00Z', false],
  ['midnight in the time zone of the place', event('2026-06-13'), '2026-06-13T22:00:00Z', true],
  [
    'a date with a start, without a time',
    event('2026-06-13', null, '2026-06-12T22:00:00Z'),
    '2026-06-13T21:59:00Z',
    false,
  ],
  ['a start without a date', event(null, null, '2026-06-13T10:00:00Z'), '2026-06-13T22:00:00Z', true],
  ['the day the clocks go back has 25 hours', event('2026-10-25'), '2026-10-25T22:30:00Z', false],
  ['and ends after 25 hours', event('2026-10-25'), '2026-10-25T23:00:00Z', true],
  ['29 February', event('2028-02-29'), '2028-02-29T22:59:00Z', false],
  ['1 March after it', event('2028-02-29'), '2028-02-29T23:00:00Z', true],
  [
    '"now", published three hours ago',
    event(DATE_NOW, null, null, '2026-06-13T17:00:00Z'),
    '2026-06-13T20:00:00Z',
    false,
  ],
  [
    '"now", published four hours ago',
    event(DATE_NOW, null, null, '2026-06-13T16:00:00Z'),
    '2026-06-13T20:00:00Z',
    true,
  ],
  ['to be agreed together, a year later', event(DATE_TOGETHER), '2027-06-13T20:00:00Z', false],
  ['without any date', event(null), '2027-06-13T20:00:00Z', false],
])('isPastEvent decides correctly: %s', (_, given, now, past) =>
  expect(isPastEvent(given, PARIS, timestamp(now))).toBe(past),
)

test('a day ends at midnight in the timezone of the community', () => {
  const noon = timestamp('2026-06-13T12:00:00Z')
  expect(isPastEvent(event('2026-06-13'), 'Pacific/Auckland', noon)).toBe(true)
  expect(isPastEvent(event('2026-06-13'), 'Pacific/Honolulu', noon)).toBe(false)
})

test.each([
  ['2026-06-13', PARIS, '2026-06-13T22:00:00.000Z'],
  ['2026-03-28', PARIS, '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', PARIS, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', PARIS, '2026-10-25T23:00:00.000Z'],
  ['2026-06-13', 'Pacific/Kiritimati', '2026-06-13T10:00:00.000Z'],
  ['2026-06-13', 'Etc/GMT+12', '2026-06-14T12:00:00.000Z'],
  ['2026-06-13', 'Asia/Kathmandu', '2026-06-13T18:15:00.000Z'],
  // Clocks go forward an hour at midnight, so the day begins at 01:00.
  ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['9999-12-30', 'Pacific/Kiritimati', '9999-12-30T10:00:00.000Z'],
  ['9999-12-30', 'Etc/GMT+12', '9999-12-31T12:00:00.000Z'],
])('the day %s ends in %s at %s', (day, timezone, end) =>
  expect(new Date(endOfDay(day, timezone)).toISOString()).toBe(end),
)
