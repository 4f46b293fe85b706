import type { FeedPost } from '@parvis/contract/feed.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import type { DatedPost } from '../calendar-days.ts'
import { somePost } from '../testing/some-post.ts'
import { AroundEvents } from './AroundEvents.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const NOW = Date.parse('2031-06-13T17:00:00Z')
const community = { _id: 'home', customUri: 'home', timezone: 'Europe/Paris', communitytype: 'Neighborhood' } as const
const at = (post: FeedPost, startsAt = NOW + 30 * 60_000): DatedPost => ({
  post,
  timing: { startsAt, pastAt: startsAt + 4 * 3_600_000, day: '2031-06-13', isWholeDay: false },
})
const named = (id: string, more: Parameters<typeof somePost>[1] = {}) =>
  somePost(id, { groupId: 'activity', ...more, eventId: { title: id, lang: { en: { title: id } }, ...more.eventId } })
const cinema = {
  _id: 'cinema',
  title: 'Le Magique',
  promotion: null,
  lang: { en: { title: 'The Magic Cinema', promotion: null } },
  photoUri: null,
}
const garden = { _id: 'garden', name: 'Jardin', atAuthor: false, lang: { en: { name: 'Garden' } }, stay: null }

const render = async (events: DatedPost[]) => {
  const component = () => <AroundEvents events={events} community={community} me="me" now={NOW} />
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    await router.load()
    createRoot(screen).render(<RouterProvider router={router as never} />)
  })
  return [...screen.querySelectorAll('li')].map(item => item.textContent)
}

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'feed')
  await setLanguage('en')
})
afterEach(() => document.body.replaceChildren())

test('an event shows its time and place: a place of the community, or else the name of the deal', async () => {
  const [film, drinks] = await render([
    at(named('A film', { groupId: 'gooddeal', deal: cinema })),
    at(named('Drinks', { deal: cinema, place: garden })),
  ])
  expect(film).toBe('19:30 · in 30 minA filmThe Magic Cinema')
  expect(drinks).toBe('19:30 · in 30 minDrinksGarden')
})

test('a post dated "now" shows no time, and is not counted among the further events of the calendar', async () => {
  const now = (id: string) => at(named(id, { eventId: { dateId: 'now' } }), NOW - 60_000)
  expect(await render([now('A walk'), now('A game'), now('A coffee')])).toEqual([
    'NowA walk',
    'NowA game',
    'NowA coffee',
  ])
  const more = await render([at(named('A')), at(named('B')), at(named('C')), now('D')])
  expect(more.at(-1)).toBe('1 more')
})
