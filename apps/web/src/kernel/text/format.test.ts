import { zonedMoments } from '@parvis/contract/testing/zoned-moments.ts'
import { addDays, instantAt } from '@parvis/contract/zoned-time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatsIn } from './format.ts'
import { loadTexts, setLanguage, t } from './i18n.ts'

const paris = 'Europe/Paris'
const now = new Date('2026-06-12T12:00:00Z').getTime()
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

describe('the English formats', () => {
  beforeAll(async () => {
    await loadTexts('frame')
    await setLanguage('en')
  })
  const formats = formatsIn('en', t, now)

  test('format how long ago something was', () => {
    expect([0, 25, 120].map(minutes => formats.ago(minutesAgo(minutes)))).toEqual(['just now', '25 min ago', '2 h ago'])
    expect([3, 4].map(days => formats.ago(minutesAgo(days * 1440)))).toEqual(['3 days ago', '4 days ago'])
    expect(formats.ago('2026-05-02T10:00:00Z')).toBe('2\u00a0May')
    expect(formats.ago('2025-05-02T10:00:00Z')).toBe('2\u00a0May 2025')
  })

  test('format a day and time in the time zone of the community', () => {
    expect(formats.dayAndTime('2026-06-13T16:30:00Z', paris)).toBe('Tomorrow\u00a0· 18:30')
    expect(formats.dayAndTime('2026-06-20T07:00:00Z', paris)).toBe('Sat 20 June\u00a0· 9:00')
    expect(formats.day('2026-06-12T22:30:00Z', paris)).toBe('Tomorrow')
    expect(formats.day('2027-01-02T12:00:00Z', paris)).toBe('Sat 2 January 2027')
  })

  test('name a day "Today" by the time zone of the community, wherever the viewer is', () => {
    // In these zones it is 2 o'clock of the next day and 1 o'clock of the same day.
    for (const deviceZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(formats.day(minutesAgo(0), deviceZone)).toBe('Today')
      expect(formats.day(minutesAgo(-1440), deviceZone)).toBe('Tomorrow')
    }
  })

  test.each(zonedMoments)(
    'name a calendar day relative to today in the community: $title',
    ({ timezone, today, tomorrow, now }) => {
      const { calendarDay, day } = formatsIn('en', t, now)
      const named = [-1, 0, 1, 2].map(days => calendarDay(addDays(today, days), timezone))
      expect(named.slice(1, 3)).toEqual(['Today', 'Tomorrow'])
      for (const days of [-1, 2]) {
        const other = addDays(today, days)
        expect(named[days + 1]).toMatch(new RegExp(` ${Number(other.slice(8))} `))
      }
      expect(day(new Date(instantAt(tomorrow, '00:00', timezone)).toISOString(), timezone)).toBe('Tomorrow')
    },
  )

  test('format distances and numbers', () => {
    expect([0.352, 0.998, 1.24, 14.6].map(formats.distance)).toEqual([
      '350\u00a0m',
      '1\u00a0km',
      '1.2\u00a0km',
      '15\u00a0km',
    ])
    expect(formats.number(12345)).toBe('12,345')
  })
})

describe('the French formats', () => {
  beforeAll(() => setLanguage('fr'))
  const formats = formatsIn('fr', t, now)

  test('format ages, days, times and distances', () => {
    expect(formats.ago(minutesAgo(25))).toBe('il y a 25\u00a0min')
    expect(formats.dayAndTime('2026-06-20T16:30:00Z', paris)).toBe('Sam. 20 juin\u00a0· 18\u00a0h\u00a030')
    expect(formats.time('2026-06-20T07:00:00Z', paris)).toBe('9\u00a0h')
    expect(formats.distance(1.24)).toBe('1,2\u00a0km')
  })
})
