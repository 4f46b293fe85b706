import { expect, it } from 'vitest'
import { zoneWithHour } from './hour-zone.ts'

it('zoneWithHour finds a time zone for each hour of the day, whatever the hour in UTC', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  for (const now of hours.map(hour => new Date(Date.UTC(2026, 10, 29, hour, 30)))) {
    const found = hours.map(hour => {
      const timeZone = zoneWithHour(hour, now)
      return Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now))
    })
    expect(found).toEqual(hours)
  }
})
