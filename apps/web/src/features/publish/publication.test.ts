// @vitest-environment node
import type { TemplateTime } from '@parvis/contract/templates.ts'
import { expect, test } from 'vitest'
import { newPublication, readPublication, timesOn } from './publication.ts'

const kept = { ...newPublication(), dateId: '2026-12-01', timeId: '18:30' }

test('restores a stored publication unchanged', () => {
  for (const one of [kept, newPublication(), { ...kept, dateId: 'together', timeId: null }, { ...kept, timeId: null }])
    expect(readPublication(JSON.parse(JSON.stringify(one)))).toMatchObject(one)
})

test.each(['2026-13-45', '2026-02-30', '26-12-01', 'someday', '', null, 7])('%o is not accepted as a day', dateId => {
  expect(readPublication({ ...kept, dateId })).toBeNull()
})

test.each(['99:99', '24:00', '8:30', '18:30:00', '', 7])('%o is not accepted as a time', timeId => {
  expect(readPublication({ ...kept, timeId })).toBeNull()
})

test.each([
  ['today', '2026-12-02', ['08:30', '19:00']],
  ['tomorrow', '2026-12-03', ['07:00', '08:30', '19:00']],
])('%s offers only the times that are still to come in the time zone of the community', (_, day, left) => {
  // Eight in the morning there, and still the day before in UTC.
  const there = { now: Date.parse('2026-12-01T18:00:00Z'), timezone: 'Pacific/Kiritimati' }
  const times = ['07:00', '08:30', '19:00'].map(_id => ({ _id }) as TemplateTime)
  expect(timesOn(times, day, there).map(({ _id }) => _id)).toEqual(left)
})
