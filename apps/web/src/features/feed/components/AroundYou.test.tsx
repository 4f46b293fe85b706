import { listCalendar } from '@parvis/contract/calendar.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import {
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { postStoreOf, type PostStore } from '../posts.store.ts'
import { somePost } from '../testing/some-post.ts'
import { AroundYou, type AroundYouProps } from './AroundYou.tsx'

renderStandalone('feed')

const TODAY = '2031-06-13'
const TOMORROW = '2031-06-14'
const ZONE = 'Europe/Paris'
const community = { _id: 'home', customUri: 'les-tilleuls', timezone: ZONE, communitytype: 'Neighborhood' } as const

const event = (id: string, day: string, time: string) =>
  somePost(id, {
    groupId: 'activity',
    date: new Date(instantAt(day, time, ZONE)).toISOString(),
    eventId: { title: id, dateId: day, timeId: time, lang: { en: { title: id } } },
  })
const pageWith = (...docs: FeedPost[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })

let posts: PostStore
const Section = (props: Partial<AroundYouProps>) => {
  const queryClient = useQueryClient()
  useEffect(() => {
    posts = postStoreOf(queryClient)
  }, [queryClient])
  return (
    <AroundYou community={community} me="me" weather={<a href="/meteo">12°</a>} presence={null} canPropose {...props} />
  )
}
const renderAt = (time: string, props: Partial<AroundYouProps> = {}) => {
  vi.setSystemTime(instantAt(TODAY, time, ZONE))
  return render(<Section {...props} />)
}
const items = () => [...document.querySelectorAll('li')].map(one => one.textContent)
const links = () => [...document.querySelectorAll('a')].map(one => one.textContent)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  store('foldedaround', null)
})

describe('the events around the viewer', () => {
  test('in the evening are the timed events before midnight; a collapsed section shows only their count, also after a reload', async () => {
    stub(
      listCalendar,
      pageWith(event('Soon', TODAY, '18:30'), event('Later', TODAY, '21:45'), event('Next day', TOMORROW, '09:00')),
    )
    await renderAt('18:00')
    await expectText('Tonight around you')
    await waitUntil(() => items().length > 0)
    expect(items()).toEqual(['18:30 · in 30 minSoon', '21:45 · in 4 hLater'])
    await press('Tonight around you')
    expect([items(), links()]).toEqual([[], []])
    await expectText('2 events')
    await clearPage()
    await renderAt('18:00')
    await expectText('2 events')
    expect(document.querySelector('button')!.getAttribute('aria-expanded')).toBe('false')
  })

  test('already include the events of the evening in the morning', async () => {
    stub(listCalendar, pageWith(event('At night', TODAY, '20:30')))
    await renderAt('08:00')
    await expectText('This morning around you')
    await expectText('20:30At night')
  })

  test('show an empty state on an evening without events, with a link to propose an event for members who may do so', async () => {
    stub(listCalendar, pageWith())
    await renderAt('19:00')
    await expectText('A quiet evening.')
    expect([...document.querySelectorAll('a')].map(one => [one.textContent, one.getAttribute('href')])).toEqual([
      ['12°', '/meteo'],
      ['Propose something', '/les-tilleuls/actualites/instants-partage'],
    ])
  })

  test('have special texts on a campsite, where a guest cannot propose an event', async () => {
    stub(listCalendar, pageWith())
    await renderAt('19:00', { community: { ...community, communitytype: 'Camping' }, canPropose: false })
    await expectText('Tonight at the camping')
    await expectText('A free evening under the stars')
    expect(links()).toEqual(['12°'])
  })

  test('include a post dated "now", which the calendar does not list, until it is removed', async () => {
    stub(listCalendar, pageWith())
    await renderAt('19:00')
    await expectText('A quiet evening.')
    const now = somePost('A game', {
      groupId: 'activity',
      dateAdded: new Date().toISOString(),
      eventId: { title: 'A game', dateId: 'now', lang: { en: { title: 'A game' } } },
    })
    await act(async () => posts.applyPost(now))
    await waitUntil(() => items().length > 0)
    expect(items()).toEqual(['NowA game'])
    await act(async () => posts.drop('A game', 2))
    await expectText('A quiet evening.')
    expect(items()).toEqual([])
  })

  test('show an error when they fail to load, and load on retry', async () => {
    stub(listCalendar, () => refusal('unexpectederror'))
    await renderAt('19:00', { weather: false })
    await expectText('What is on could not be loaded.')
    expect(links()).toEqual([])
    stub(listCalendar, pageWith(event('Soon', TODAY, '19:30')))
    await press('Try again')
    await expectText('Soon')
    expect(document.body.textContent).not.toContain('What is on could not be loaded.')
  })
})
