import { type Deal, getDeal } from '@parvis/contract/deals.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  render,
  renderStandalone,
  withFrame,
  seedCache,
  findNamed,
  noNetwork,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { store } from '#web/kernel/device/stored.ts'
import { dealsKeys } from './deals.queries.ts'
import { DealView } from './DealView.tsx'
import { openedDealIds } from './opened-deals.ts'
import { PublicDealView } from './PublicDealView.tsx'

renderStandalone('deals', 'moderation')

const id = '0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const community = { _id: 'home', name: 'Les Tilleuls', customUri: 'les-tilleuls', loc: null }
const deal = {
  _id: id,
  categoryId: 'c',
  category: { _id: 'c', name: 'Bakery', lang: { en: {} }, picto: 'bread', bgColor: 'food' },
  title: 'Chez Wanda',
  description: 'Bread of the day',
  lang: { en: {} },
  choices: [],
  phone: '+33 (0)4 50 11 22 33',
  loc: { type: 'Point', coordinates: [6.13, 45.9] },
  cityUri: 'annecy',
  customUri: 'chez-wanda',
  dateAdded: new Date().toISOString(),
  version: 1,
  keeping: null,
  abilities: { edit: false, remove: false, publish: false, approve: false, drawMap: false, flag: false },
} as unknown as Deal
const list = { docs: [deal], page: 1, hasNextPage: false, nextPage: null, cursor: null }
const cacheList = () =>
  seedCache(dealsKeys.list('home', []), { pages: [list], pageParams: [{ page: 1 }] }, Date.now() - 130_000)
const renderDeal = (isGuest = false) =>
  render(withFrame(<DealView community={community} viewerId="me" isGuest={isGuest} id={id} />, refuse))
const refuse = vi.fn<() => void>()
const title = () => document.querySelector('h1')?.textContent

beforeEach(() => store('openeddeals', null))

describe('the page of a deal', () => {
  test('shows the copy from the cached list while it loads', async () => {
    cacheList()
    stub(getDeal, () => new Promise<never>(() => {}))
    await renderDeal()
    expect(title()).toBe('Chez Wanda')
    expect(findNamed('Start the route')).toBeDefined()
  })

  test('keeps showing the cached copy with its age while offline', async () => {
    cacheList()
    stub(getDeal, noNetwork)
    await renderDeal()
    await expectText('Offline. Last seen 2 min ago')
    expect(title()).toBe('Chez Wanda')
  })

  test('says that the deal no longer exists, even when it is cached, and links to the list', async () => {
    cacheList()
    stub(getDeal, () => refusal('error404'))
    await renderDeal()
    await waitUntil(() => findNamed('See all good deals') !== undefined || title() === undefined)
    expect([...document.querySelectorAll('main a')].map(one => one.getAttribute('href'))).toEqual([
      '/les-tilleuls/vie-locale',
    ])
    expect(document.body.textContent).not.toContain('Chez Wanda')
  })

  test('has a link to call, and remembers that this viewer has opened the deal', async () => {
    stub(getDeal, { ...deal, community: null })
    await renderDeal()
    await expectText('Bread of the day')
    expect(document.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+33450112233')
    expect(openedDealIds('me').has(id)).toBe(true)
    expect(openedDealIds('other').has(id)).toBe(false)
  })
})

describe('the report button of a deal', () => {
  test('tells guests that reporting is for members, and is missing for members who may not report', async () => {
    stub(getDeal, { ...deal, community: null })
    await renderDeal(true)
    await expectText('Bread of the day')
    await tap('Report this good deal')
    expect(refuse).toHaveBeenCalledOnce()
    await clearPage()
    await renderDeal()
    await expectText('Bread of the day')
    expect(findNamed('Report this good deal')).toBeUndefined()
  })
})

describe('the public page of a deal', () => {
  const renderPublicPage = (homeCommunityUri?: string) =>
    render(<PublicDealView cityUri="annecy" adUri="chez-wanda" homeCommunityUri={homeCommunityUri} />)
  const dealCommunity = { name: 'Les Tilleuls', customUri: 'les-tilleuls' } as never

  test('says that the deal no longer exists, and links to the start page', async () => {
    stub(getDeal, () => refusal('error404'))
    await renderPublicPage()
    await waitUntil(() => document.querySelector('main a') !== null)
    expect(document.querySelector('main a')?.getAttribute('href')).toBe('/')
  })

  test('links visitors to the community of the deal, and members to the deal in their community', async () => {
    stub(getDeal, { ...deal, community: dealCommunity })
    await renderPublicPage()
    await expectText('Bread of the day')
    const hrefs = () => [...document.querySelectorAll('main section a')].map(one => one.getAttribute('href'))
    expect(hrefs()).toContain('/les-tilleuls')
    await renderPublicPage('les-tilleuls')
    await waitUntil(() => hrefs().includes(`/les-tilleuls/annonce?id=${id}`))
    expect(hrefs()).toContain(`/les-tilleuls/annonce?id=${id}`)
  })
})
