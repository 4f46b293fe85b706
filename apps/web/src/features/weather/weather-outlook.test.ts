// @vitest-environment node
import type { ForecastHour } from '@parvis/contract/weather.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { describe, expect, it } from 'vitest'
import { sampleHours, outlookUntilMidnight } from './weather-outlook.ts'

const ZONE = 'Europe/Paris'
const HOUR = 3_600_000
const at = (time: string, day = '2031-06-13') => instantAt(day, time, ZONE)
const iso = (time: string) => new Date(at(time)).toISOString()

/** Forecast hours with one icon each, starting at `from`. */
const hours = (from: string, icons: string, day?: string): ForecastHour[] =>
  icons.split(' ').map((icon, n) => ({
    at: new Date(at(from, day) + n * HOUR).toISOString(),
    temp: 20 - n,
    icon,
    description: null,
    lang: { en: { description: null } },
  }))
const dry = '01d 02d 03d 04n 50n 01n'

describe('the outlook until midnight', () => {
  it.each([
    ['dry', dry, { is: 'dry' }],
    ['rain later', '01d 02d 03d 10n 10n 01n', { is: 'from', fall: 'rain', at: iso('21:00') }],
    [
      'showers later, with a storm among them',
      '01d 09d 11d 09n 01n 01n',
      { is: 'from', fall: 'storm', at: iso('19:00') },
    ],
    ['rain that ends', '10d 10d 03d 04n 50n 01n', { is: 'until', fall: 'rain', at: iso('20:00') }],
    ['rain that stops and returns', '10d 03d 03d 10n 10n 01n', { is: 'until', fall: 'rain', at: iso('19:00') }],
    ['snow all the time', '13d 13d 13d 13n 13n 13n', { is: 'wet', fall: 'snow' }],
    ['rain that turns to snow', '10d 10d 13d 13n 13n 13n', { is: 'wet', fall: 'snow' }],
  ] as const)('describes the rest of the day: %s', (_, icons, expected) => {
    expect(outlookUntilMidnight(hours('18:00', icons), null, at('18:20'), ZONE)).toEqual(expected)
  })

  it('prefers the current sky to the forecast for this hour', () => {
    const forecast = hours('18:00', dry)
    expect(outlookUntilMidnight(forecast, '10d', at('18:20'), ZONE)).toEqual({
      is: 'until',
      fall: 'rain',
      at: iso('19:00'),
    })
    const wet = hours('18:00', '10d 01d 01d 01n 01n 01n')
    expect(outlookUntilMidnight(wet, '01d', at('18:20'), ZONE)).toEqual({ is: 'dry' })
  })

  it('ignores past hours, and is null when the forecast does not reach midnight', () => {
    expect(outlookUntilMidnight(hours('18:00', '10d 10d 03d 04n 50n 01n'), null, at('20:05'), ZONE)).toEqual({
      is: 'dry',
    })
    expect(outlookUntilMidnight([], '01d', at('18:20'), ZONE)).toBeNull()
    expect(outlookUntilMidnight(hours('18:00', '01d 01d'), null, at('18:20'), ZONE)).toBeNull()
    expect(outlookUntilMidnight(hours('18:00', dry), null, at('00:20', '2031-06-14'), ZONE)).toBeNull()
  })

  it('ends at midnight on the days when the clocks change', () => {
    for (const [day, count] of [
      ['2031-03-30', 23],
      ['2031-10-26', 25],
    ] as const) {
      const allHours = hours('00:00', Array.from({ length: count }, () => '01d').join(' '), day)
      expect(outlookUntilMidnight(allHours, null, at('06:00', day), ZONE)).toEqual({ is: 'dry' })
      expect(outlookUntilMidnight(allHours.slice(0, -2), null, at('06:00', day), ZONE)).toBeNull()
    }
  })
})

it('sampleHours returns at most five upcoming hours at equal distances, starting with the next', () => {
  const forecast = hours('16:00', '01d 01d 01d 01d 01d 01d 01d 01d')
  expect(sampleHours(forecast, at('16:30')).map(hour => hour.at)).toEqual(['17:00', '19:00', '21:00', '23:00'].map(iso))
  expect(sampleHours(forecast, at('18:30')).map(hour => hour.at)).toEqual(
    ['19:00', '20:00', '21:00', '22:00', '23:00'].map(iso),
  )
  expect(sampleHours(forecast, at('17:30')).map(hour => hour.at)).toEqual(['18:00', '20:00', '22:00'].map(iso))
  expect(sampleHours(forecast, at('21:30')).map(hour => hour.at)).toEqual(['22:00', '23:00'].map(iso))
  expect(sampleHours(forecast, at('23:30'))).toEqual([])
})
