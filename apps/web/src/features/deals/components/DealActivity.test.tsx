import type { Deal } from '@parvis/contract/deals.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { DealActivity } from './DealActivity.tsx'

let root: Root | undefined
const render = async (fields: object, publish: boolean, communityUri?: string) => {
  const deal = { _id: 'd1', templateId: 't1', lang: { en: {} }, abilities: { publish }, ...fields } as unknown as Deal
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <DealActivity deal={deal} communityUri={communityUri} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = document.body.appendChild(document.createElement('div'))
  root = createRoot(screen)
  await act(async () => {
    await router.load()
    root!.render(<RouterProvider router={router} />)
  })
  return screen
}

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('deals')
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

test('a member who may publish gets a link to publish an activity, even when the deal has no activity text', async () => {
  const link = (await render({}, true, 'les-tilleuls')).querySelector('a')
  expect(link?.getAttribute('href')).toMatch(
    /^\/les-tilleuls\/actualites\/parametres-publication\?templateId=t1&goodDealId=d1/,
  )
})

test('a viewer who may not publish sees nothing when the deal has no activity text', async () => {
  expect((await render({}, false, 'les-tilleuls')).querySelector('section')).toBe(null)
})

test('a viewer who may not publish sees the activity text without the link', async () => {
  const screen = await render({ activityDescription: 'Come and bake' }, false)
  expect([screen.querySelector('p')?.textContent, screen.querySelector('a')]).toEqual(['Come and bake', null])
})
