import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { expect, test } from 'vitest'
import { Route as deals } from '#web/routes/$c/_app/vie-locale.tsx'
import { Route as feed } from '#web/routes/$c/_app/actualites.tsx'
import { addNewPosts, clearNewPosts } from '#web/features/feed/feed.new-posts.ts'
import { tabsOf } from './tabs.ts'

const routes = Object.fromEntries(
  [
    ['/$c/vie-locale', deals],
    ['/$c/actualites', feed],
    ['/$c/annonce', { options: {} }],
  ].map(([fullPath, route]) => [fullPath, { fullPath, options: (route as typeof deals).options }]),
) as unknown as Parameters<typeof tabsOf>[0]
const tabs = (gooddeal: boolean, seeDeals: boolean) =>
  tabsOf(
    routes,
    { customUri: 'les-tilleuls', gooddeal } as Community,
    { seeDeals } as SessionUser['abilities'],
    (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
  )

test('tabsOf returns the tabs of the routes that the community offers and the viewer may open', () => {
  expect(tabs(true, true).map(({ key, target }) => [key, target.to])).toEqual([
    ['live', '/$c/actualites'],
    ['deals', '/$c/vie-locale'],
  ])
  expect([tabs(false, true), tabs(true, false)].map(list => list.map(({ key }) => key))).toEqual([['live'], ['live']])
})

test('tabsOf counts the new items of a tab', () => {
  addNewPosts('a', 'b')
  expect(tabs(true, true).map(({ count }) => count)).toEqual([2, 0])
  expect(tabs(true, true).map(({ accessibleLabel }) => accessibleLabel)).toEqual([
    'session.tab.news {"label":"session.tab.live","count":2}',
    undefined,
  ])
  clearNewPosts()
  expect(tabs(true, true)[0]?.count).toBe(0)
})
