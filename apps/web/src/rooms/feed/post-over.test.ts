import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { expect, test } from 'vitest'
import { isOver } from './post-over.ts'

const now = Date.parse('2026-06-13T20:00:00Z')
const post = (date: string | null, dateId: string | null = 'd', timeId: string | null = null) => ({ date, dateAdded: '2026-06-01T08:00:00Z', eventId: { dateId, timeId } })

test.each([
  ['a day without an hour goes on until it is over', post('2026-06-12T22:00:00Z'), false],
  ['the day before', post('2026-06-11T22:00:00Z'), true],
  ['an hour ago', post('2026-06-13T19:00:00Z', 'd', 't'), false],
  ['at noon', post('2026-06-13T12:00:00Z', 'd', 't'), true],
  ['to come', post('2026-07-01T12:00:00Z', 'd', 't'), false],
  ['a "now" of long ago', post(null, DATE_NOW), true],
  ['one of today', { ...post(null, DATE_NOW), dateAdded: '2026-06-13T15:00:00Z' }, false],
  ['to be agreed', post(null, DATE_TOGETHER), false],
  ['without any date', post(null, null), false],
])('%s', (_, given, over) => expect(isOver(given, now)).toBe(over))
