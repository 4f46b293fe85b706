import { afterAll, describe, expect, test, vi } from 'vitest'
import { timeAgo } from './time-ago.ts'

const HOUR = 3_600_000
afterAll(() => {
  vi.unstubAllEnvs()
})

/** The local date of an instant as a day count, computed by Intl as an independent reference. */
const dayNumber = (at: Date, calendar: Intl.DateTimeFormat) => {
  const [year, month, day] = calendar.format(at).split('-').map(Number)
  return Date.UTC(year!, month! - 1, day!) / (24 * HOUR)
}
const units = ['today', 'yesterday', 'beforeyesterday']

const expectedAge = (days: number) => (days < units.length ? { unit: units[days] } : { unit: 'days', count: days })

/** Compares ages with the local calendar, hourly over three days around an instant; returns those that differ. */
const wrongAges = (around: string, timeZone: string, age: (from: Date, now: Date) => unknown): string[] => {
  vi.stubEnv('TZ', timeZone)
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone })
  const middle = Date.parse(around)
  const wrong: string[] = []
  for (let before = 0; before < 48; before += 1)
    for (let later = 4; later < 72; later += 1) {
      const from = new Date(middle - before * HOUR + 60_000)
      const now = new Date(from.getTime() + later * HOUR)
      const expected = JSON.stringify(expectedAge(dayNumber(now, calendar) - dayNumber(from, calendar)))
      if (JSON.stringify(age(from, now)) !== expected) wrong.push(`${from.toISOString()} at ${now.toISOString()}`)
    }
  return wrong
}

describe('the age of a post around clock changes', () => {
  test.each([
    ['2026-03-29T01:00:00Z', 'Europe/Paris'],
    ['2026-10-25T01:00:00Z', 'Europe/Paris'],
    ['2026-03-08T07:00:00Z', 'America/New_York'],
    ['2026-10-03T16:00:00Z', 'Australia/Sydney'],
    ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe'],
    ['2028-02-29T12:00:00Z', 'Europe/Paris'],
    ['2027-12-31T23:00:00Z', 'Pacific/Kiritimati'],
  ])('matches the local calendar around %s in %s', (around, timeZone) => {
    expect(wrongAges(around, timeZone, timeAgo)).toEqual([])
  })

  test('would be wrong if every day were counted as 24 hours', () => {
    const midnight = (at: Date) => Math.floor((at.getTime() + HOUR) / (24 * HOUR))
    const naive = (from: Date, now: Date) => expectedAge(midnight(now) - midnight(from))
    expect(wrongAges('2026-03-29T01:00:00Z', 'Europe/Paris', naive).length).toBeGreaterThan(0)
  })

  test('is the elapsed time within four hours, also across a clock change', () => {
    vi.stubEnv('TZ', 'Europe/Paris')
    const change = Date.parse('2026-10-25T01:00:00Z')
    expect(timeAgo(new Date(change - HOUR), new Date(change + HOUR))).toEqual({ unit: 'hours', count: 2 })
    expect(timeAgo(new Date(change - 60_000), new Date(change + 60_000))).toEqual({ unit: 'minutes', count: 2 })
  })
})
