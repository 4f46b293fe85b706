import { listCalendar } from '@parvis/contract/calendar.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render, renderStandalone, withFrame, expectText, stub } from '#web/testing/render-standalone.tsx'
import { NextAround } from './NextAround.tsx'
import { somePost } from './testing/some-post.ts'

renderStandalone('feed')

const timezone = 'Europe/Paris'
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: instantAt('2031-06-11', '00:30', timezone) })
})
afterEach(() => {
  vi.useRealTimers()
})

const event = (id: string, day: string, timeId: string) =>
  somePost(id, {
    groupId: 'activity',
    date: new Date(instantAt(day, timeId, timezone)).toISOString(),
    eventId: { title: id, dateId: day, timeId, lang: { en: { title: id } } },
  })

test('an event that started yesterday and has not ended is listed under today', async () => {
  const docs = [event('Late', '2031-06-10', '23:00'), event('Early', '2031-06-11', '07:00')]
  stub(listCalendar, { docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })
  await render(
    withFrame(<NextAround community={{ _id: 'home', customUri: 'les-tilleuls', timezone }} omitsToday={false} />),
  )
  await expectText('Late')
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent!)
  expect(rows.map(row => [row.includes('11 June'), row.includes('since yesterday')])).toEqual([
    [true, true],
    [true, false],
  ])
})
