// features: deals
import { textIn } from '@parvis/contract/language.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listAllDeals } from './demo.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const DEALS = '/les-tilleuls/vie-locale'
const LONGEST = 'Les Kayaks de la Rive'

const listOf = (page: Page, t: Shape['t']) => page.getByRole('list', { name: t('deals.list') })
const titlesOf = (page: Page, t: Shape['t']) => listOf(page, t).getByRole('heading', { level: 2 }).allTextContents()
const tabs = (page: Page, t: Shape['t']) =>
  page.getByRole('navigation', { name: t('common.frame.main') }).filter({ visible: true })

describe.each(oppositeShapes)('good deals, $size, $language', ({ size, language, t }) => {
  const openPage = async (path: string) => {
    const visit = await testServer().newPage({ size, language, as: 'neighbor' })
    await visit.page.goto(path)
    return visit
  }

  it('are listed newest first; a filter by categories adds one history entry and is restored at the next visit', async () => {
    const deals = await listAllDeals(await testServer().server.as('neighbor'))
    const { page } = await openPage('/les-tilleuls/actualites')
    await tabs(page, t)
      .getByRole('link', { name: t('session.tab.deals') })
      .click()
    await page.waitForURL(`**${DEALS}`)
    await expect.poll(() => titlesOf(page, t)).toEqual(deals.map(deal => textIn(language, deal, 'title')))

    const chips = page.getByRole('group', { name: t('deals.filter.label') })
    const [first, second] = [...new Map(deals.map(deal => [deal.categoryId, deal.category])).values()]
    const expectedTitles = (...categories: string[]) =>
      deals.filter(deal => categories.includes(deal.categoryId)).map(deal => textIn(language, deal, 'title'))
    const chip = (category: typeof first) =>
      chips.getByRole('button', { name: textIn(language, category!, 'name')!, exact: true })
    await chip(first).click()
    await expect.poll(() => titlesOf(page, t)).toEqual(expectedTitles(first!._id))
    await chip(second).click()
    await expect.poll(() => titlesOf(page, t)).toEqual(expectedTitles(first!._id, second!._id))
    await page.reload()
    await expect.poll(() => titlesOf(page, t)).toEqual(expectedTitles(first!._id, second!._id))
    expect(await chips.getByRole('button', { pressed: true }).count()).toBe(2)
    await chip(first).click()
    await expect.poll(() => titlesOf(page, t)).toEqual(expectedTitles(second!._id))
    // Going back restores the unfiltered list, and the next visit restores no filter.
    const dealsTab = () => tabs(page, t).getByRole('link', { name: t('session.tab.deals') })
    await page.goBack()
    await expect.poll(() => titlesOf(page, t)).toHaveLength(deals.length)
    expect(new URL(page.url()).search).toBe('')
    expect(
      await chips.getByRole('button', { name: t('deals.filter.all'), exact: true }).getAttribute('aria-pressed'),
    ).toBe('true')
    await page.goBack()
    await page.waitForURL('**/actualites')
    await dealsTab().click()
    await expect.poll(() => titlesOf(page, t)).toHaveLength(deals.length)
    expect(new URL(page.url()).search).toBe('')

    // The next visit opens with the categories of the last visit, and a notice says so.
    await chip(first).click()
    await expect.poll(() => new URL(page.url()).search).toContain('filter=')
    await tabs(page, t)
      .getByRole('link', { name: t('session.tab.live'), exact: true })
      .click()
    await page.waitForURL(url => url.pathname === '/les-tilleuls/actualites')
    await dealsTab().click()
    await page.waitForURL(`**${DEALS}?filter=*`)
    await page
      .getByRole('status')
      .getByText(language === 'fr' ? '1 catégorie choisie' : '1 category chosen')
      .waitFor()
    await page.getByRole('button', { name: t('common.filter.seeall'), exact: true }).click()
    await expect.poll(() => titlesOf(page, t)).toHaveLength(deals.length)
    expect(new URL(page.url()).search).toBe('')
  })

  it('show three lines of their text and a "new" mark in the list; the detail page shows all and clears the mark', async () => {
    // Members have this former URL on paper.
    const { page } = await openPage('/les-tilleuls/bons-plans')
    await page.waitForURL(`**${DEALS}`)
    const card = listOf(page, t)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: LONGEST }) })
    const text = card.getByRole('paragraph').first()
    await text.scrollIntoViewIfNeeded()
    const lines = await text.evaluate(element => ({
      lineCount: Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
      cut: element.scrollHeight > element.clientHeight + 1,
    }))
    expect(lines).toEqual({ lineCount: 3, cut: true })
    const newBadge = card.getByText(language === 'fr' ? 'Nouveau' : 'New', { exact: true })
    await newBadge.waitFor()
    const [deal] = (await listAllDeals(await testServer().server.as('neighbor'))).filter(one => one.title === LONGEST)
    await card.getByRole('link', { name: LONGEST }).click()
    await page.getByRole('heading', { level: 1, name: LONGEST }).waitFor()
    await page.getByText(textIn(language, deal!, 'description')!).waitFor()
    await page.goBack()
    await card.waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await expect.poll(() => newBadge.count()).toBe(0)
    await page.reload()
    await card.waitFor()
    expect(await newBadge.count()).toBe(0)
  })

  it('have a phone link, a route, and a share link to a public page that needs no session', async () => {
    const [deal] = await listAllDeals(await testServer().server.as('neighbor'))
    const { page, context, pageErrors } = await openPage(`/les-tilleuls/annonce?id=${deal!._id}`)
    const call = page.getByRole('link', { name: t('deals.call'), exact: true })
    expect(await call.getAttribute('href')).toBe(`tel:${deal!.phone!.replace('(0)', '').replaceAll(' ', '')}`)
    const route = page.getByRole('button', { name: t('deals.route'), exact: true })
    await route.click()
    const dialog = page.getByRole('dialog', { name: t('map.route') })
    const [longitude, latitude] = deal!.loc!.coordinates
    const maps = new URL((await dialog.getByRole('link', { name: t('map.route.maps') }).getAttribute('href'))!)
    expect([maps.hostname, maps.searchParams.get('destination')]).toEqual([
      'www.google.com',
      `${latitude},${longitude}`,
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => route.evaluate(element => element === document.activeElement)).toBe(true)

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: t('deals.share'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('share.title') })
    const copy = sheet.getByRole('button', { name: t('share.copy') })
    // The share sheet must not inherit the colours of the bar that contains its button.
    const hasOwnColor = await copy.evaluate(button => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--on-brand)'
      const same = getComputedStyle(probe).color === getComputedStyle(button).color
      probe.remove()
      return same
    })
    expect(hasOwnColor).toBe(true)
    await copy.click()
    await sheet.getByRole('button', { name: t('share.copied') }).waitFor()
    const shared = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(shared).pathname).toBe(`/${deal!.cityUri}/vie-locale/${deal!.customUri}`)

    const { page: anonymousPage } = await testServer().newPage({ size, language })
    await anonymousPage.goto(shared)
    await anonymousPage.getByRole('heading', { level: 1, name: textIn(language, deal!, 'title')! }).waitFor()
    await anonymousPage.getByText(textIn(language, deal!, 'description')!).waitFor()
    await anonymousPage.getByRole('link', { name: t('deals.public.visit', { community: 'Les Tilleuls' }) }).click()
    await anonymousPage.waitForURL('**/les-tilleuls')
    await anonymousPage.getByRole('link', { name: t('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()

    await page.goto(shared)
    await page.getByRole('link', { name: t('deals.public.open', { community: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**/les-tilleuls/annonce?id=${deal!._id}`)
    // An invalid id is treated like the id of a deal that has ended.
    pageErrors.allow('answer: GET /gooddeals 404')
    await page.goto('/les-tilleuls/annonce?id=xx')
    await page.getByRole('heading', { name: t('deals.gone.title') }).waitFor()
    await page.getByRole('link', { name: t('deals.gone.all') }).click()
    await page.waitForURL(`**${DEALS}`)
  })
})
