// @vitest-environment node
import type { TemplateTime } from '@parvis/contract/templates.ts'
import { expect, test } from 'vitest'
import { newPublication, parsePublication, upcomingTimes } from './publication.ts'

const valid = { ...newPublication(), dateId: '2026-12-01', timeId: '18:30' }

test('parsePublication accepts a stored publication unchanged', () => {
  for (const one of [
    valid,
    newPublication(),
    { ...valid, dateId: 'together', timeId: null },
    { ...valid, timeId: null },
  ])
    expect(parsePublication(JSON.parse(JSON.stringify(one)))).toMatchObject(one)
})

test.each(['2026-13-45', '2026-02-30', '26-12-01', 'someday', '', null, 7])(
  'parsePublication rejects the day %o',
  dateId => {
    expect(parsePublication({ ...valid, dateId })).toBeNull()
  },
)

test.each(['99:99', '24:00', '8:30', '18:30:00', '', 7])('parsePublication rejects the time %o', timeId => {
  expect(parsePublication({ ...valid, timeId })).toBeNull()
})

test.each([
  ['today', '2026-12-02', ['08:30', '19:00']],
  ['tomorrow', '2026-12-03', ['07:00', '08:30', '19:00']],
])('upcomingTimes of %s returns only the times to come in the time zone of the community', (_, day, expected) => {
  // In Kiritimati it is 8:00 on 2 December, while in UTC it is still 1 December.
  const there = { now: Date.parse('2026-12-01T18:00:00Z'), timezone: 'Pacific/Kiritimati' }
  const times = ['07:00', '08:30', '19:00'].map(_id => ({ _id }) as TemplateTime)
  expect(upcomingTimes(times, day, there).map(({ _id }) => _id)).toEqual(expected)
})
