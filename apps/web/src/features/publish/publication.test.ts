// @vitest-environment node
import type { TemplateTime } from '@parvis/contract/templates.ts'
import { expect, test } from 'vitest'
import { hasShape } from '#web/kernel/device/shape.ts'
import { newPublication, publicationShape, upcomingTimes } from './publication.ts'

const valid = { ...newPublication(), dateId: '2026-12-01', timeId: '18:30' }
const isPublication = (value: unknown) => hasShape(value, publicationShape)

test('a stored publication has the shape of a publication', () => {
  for (const one of [
    valid,
    newPublication(),
    { ...valid, dateId: 'together', timeId: null },
    { ...valid, timeId: null },
  ])
    expect(isPublication(JSON.parse(JSON.stringify(one)))).toBe(true)
})

test.each(['2026-13-45', '2026-02-30', '26-12-01', 'someday', '', null, 7])(
  'a publication with the day %o has another shape',
  dateId => {
    expect(isPublication({ ...valid, dateId })).toBe(false)
  },
)

test.each(['99:99', '24:00', '8:30', '18:30:00', '', 7])('a publication with the time %o has another shape', timeId => {
  expect(isPublication({ ...valid, timeId })).toBe(false)
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
