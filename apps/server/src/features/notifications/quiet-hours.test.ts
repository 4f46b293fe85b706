import { describe, expect, it } from 'vitest'
import { nextQuietPeriod } from './quiet-hours.service.ts'

const PARIS = 'Europe/Paris'
const night = { from: '22:00', until: '07:00' }
/** The moment in UTC, as epoch milliseconds. */
const at = (moment: string) => Date.parse(`${moment}:00Z`)
const quietAt = (moment: string, hours = night, timezone = PARIS) => {
  const quiet = nextQuietPeriod(hours, at(moment), timezone)
  return quiet && [quiet.from, quiet.until].map(one => new Date(one).toISOString().slice(0, 16))
}

describe('the current or next quiet period', () => {
  it.each([
    // in winter, Paris is an hour ahead of UTC
    ['by day, the next night', '2027-01-10T12:00', ['2027-01-10T21:00', '2027-01-11T06:00']],
    ['as they begin', '2027-01-10T21:00', ['2027-01-10T21:00', '2027-01-11T06:00']],
    ['before midnight', '2027-01-10T22:30', ['2027-01-10T21:00', '2027-01-11T06:00']],
    ['after midnight, those that began the day before', '2027-01-11T01:00', ['2027-01-10T21:00', '2027-01-11T06:00']],
    ['as they end, the next ones', '2027-01-11T06:00', ['2027-01-11T21:00', '2027-01-12T06:00']],
    ['over the night when clocks go forward', '2027-03-28T00:30', ['2027-03-27T21:00', '2027-03-28T05:00']],
    ['over the night when clocks go back', '2027-10-31T00:30', ['2027-10-30T20:00', '2027-10-31T06:00']],
  ])('is the current period, or else the next period: %s', (_, moment, hours) => {
    expect(quietAt(moment)).toEqual(hours)
  })

  it('may begin and end on the same day', () => {
    const noon = { from: '12:30', until: '14:00' }
    expect(quietAt('2027-01-10T12:00', noon)).toEqual(['2027-01-10T11:30', '2027-01-10T13:00'])
    expect(quietAt('2027-01-10T13:00', noon)).toEqual(['2027-01-11T11:30', '2027-01-11T13:00'])
  })

  it('is in the time zone of the community', () => {
    expect(quietAt('2027-01-10T12:00', night, 'Pacific/Auckland')).toEqual(['2027-01-10T09:00', '2027-01-10T18:00'])
  })

  it('is null without quiet hours', () => {
    expect(nextQuietPeriod({}, at('2027-01-10T23:00'), PARIS)).toBeNull()
  })

  it('ends in the future at any moment of two years', () => {
    for (let hour = 0; hour < 2 * 365 * 24; hour += 7) {
      const now = at('2027-01-01T00:00') + hour * 3_600_000
      const quiet = nextQuietPeriod(night, now, PARIS)!
      expect(quiet.until).toBeGreaterThan(now)
      expect(quiet.from - now).toBeLessThanOrEqual(16 * 3_600_000)
      expect(Math.abs(quiet.until - quiet.from - 9 * 3_600_000)).toBeLessThanOrEqual(3_600_000)
    }
  })
})
