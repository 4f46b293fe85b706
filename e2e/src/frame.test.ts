// features: app, session
import { describe, expect, it } from 'vitest'
import { goTo } from './go-to.ts'
import { postLink } from './post-link.ts'
import { readUntilStable } from './scroll.ts'
import { waitUntilSettled, waitForPaint } from './settle.ts'
import { hasTabBar, shapes, viewports } from './browser-server.ts'
import { itInOppositeShapes, useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'

describe.each(shapes)('the app frame, $size, $language', ({ size, language, t }) => {
  const detail = itInOppositeShapes({ size, language })
  it('has a tab bar on phones and a rail on wide screens, with one link for each feature', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const tabBar = page.getByRole('navigation', { name: t('common.frame.main') }).filter({ visible: true })
    expect(await tabBar.count()).toBe(1)
    const labels = await tabBar
      .getByRole('link')
      .filter({
        hasText: new RegExp(
          `^(?:${['live', 'deals', 'weather', 'information'].map(tab => t(`session.tab.${tab}`)).join('|')})$`,
        ),
      })
      .allTextContents()
    expect(labels).toEqual(['live', 'deals', 'weather', 'information'].map(tab => t(`session.tab.${tab}`)))
    expect(await tabBar.getByRole('link', { name: new RegExp(t('session.tab.chat')) }).count()).toBe(1)
    expect(
      await tabBar.getByRole('link', { name: t('session.tab.live'), exact: true }).getAttribute('aria-current'),
    ).toBe('page')
    const box = (await tabBar.boundingBox())!
    if (hasTabBar(size)) {
      expect(box.y + box.height).toBeCloseTo(viewports[size].height, 0)
      expect(box.width).toBe(viewports[size].width)
    } else {
      expect(box.x).toBeLessThan(200)
      expect(box.height).toBeGreaterThan(400)
    }
    // The publish button is visible from anywhere in the feed.
    await page.evaluate(() => scrollTo(0, 1_500))
    const publish = page.getByRole('button', { name: t('session.publish'), exact: true }).filter({ visible: true })
    await publish.waitFor()
    expect(
      await publish.evaluate(link => {
        const { top, bottom } = link.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    ).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    // Scrolling to the top may render a card again.
    await expect
      .poll(async () => (await page.getByRole('article').first().boundingBox())?.width)
      .toBeLessThanOrEqual(800)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    for (const link of await tabBar.getByRole('link').all()) {
      const target = (await link.boundingBox())!
      expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
    }
  })

  detail('follows the theme of the device until one is chosen', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor', scheme: 'dark' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const backgroundColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await backgroundColor()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await backgroundColor()
    expect(light).not.toBe(dark)
    await goTo(page, '/les-tilleuls/parametres')
    const chooseOption = async (what: RegExp, one: string | RegExp) =>
      page.getByRole('radiogroup', { name: what }).getByRole('radio', { name: one, exact: true }).click()
    const [theme, languageGroup] = [/^(?:Theme|Thème)$/, /^(?:Language|Langue)$/]
    await chooseOption(theme, t('settings.theme.dark'))
    await expect.poll(backgroundColor).toBe(dark)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.reload()
    await expect.poll(backgroundColor).toBe(dark)
    await chooseOption(theme, t('settings.device'))
    await expect.poll(backgroundColor).toBe(light)
    const other = language === 'fr' ? 'en' : 'fr'
    await chooseOption(languageGroup, t(`common.language.${other}`))
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(other)
    // The user can return to the language of the device.
    await chooseOption(languageGroup, /^(?:Device|Appareil)$/)
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull()
  })

  detail('shows no content through its bar, which has a border once the page is scrolled', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    // In a wide window the feed has no top bar, but the page of a post has one.
    if (!hasTabBar(size)) {
      await postLink(page.getByRole('article').first()).click()
      await page.waitForURL('**/actualites/publication?**')
      await page.getByRole('article').first().waitFor()
      // In this low window the page scrolls, even if the post is short.
      await page.setViewportSize({ width: viewports[size].width, height: 320 })
    }
    await waitUntilSettled(page)
    const bar = page.getByRole('banner').filter({ visible: true }).first()
    // The bar also shows the number of new items, once the number has loaded.
    if (hasTabBar(size)) await bar.getByText(/^\d+$/).first().waitFor()
    const { x, y, width, height } = await readUntilStable(async () => (await bar.boundingBox())!)
    expect(y).toBe(0)
    const capture = async (from: number, to: number) =>
      (
        await page.screenshot({ clip: { x: Math.ceil(x), y: from, width: Math.floor(width), height: to - from } })
      ).toString('base64')
    const foot = Math.round(height)
    const captureBar = async () => ({ bar: await capture(0, foot - 1), line: await capture(foot - 1, foot) })
    const scroll = async (to: number) => {
      await page.evaluate(to => scrollTo({ top: to, behavior: 'instant' }), to)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(to)
      return readUntilStable(captureBar)
    }
    const captures: Awaited<ReturnType<typeof captureBar>>[] = []
    for (const to of [31, 64, 103, 170]) captures.push(await scroll(to))
    // The capture at the top is taken last: the content of the bar may arrive a moment after the posts.
    const atTop = await scroll(0)
    // The bar looks the same, whatever is scrolled below it.
    expect(captures.map(one => one.bar === atTop.bar)).toEqual([true, true, true, true])
    expect(captures.map(one => one.line === captures[0]!.line)).toEqual([true, true, true, true])
    expect(captures[0]!.line).not.toBe(atTop.line)
  })

  detail('keeps scroll position and focus, scrolls to the top, and stays on unknown pages', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await waitUntilSettled(page)
    const top = () => page.evaluate(() => scrollY)
    const tab = (key: 'live' | 'deals') =>
      page
        .getByRole('navigation', { name: t('common.frame.main') })
        .filter({ visible: true })
        .getByRole('link', { name: t(`session.tab.${key}`), exact: key === 'live' })
    // Opening a menu moves the focus into the menu without scrolling the page.
    await page.evaluate(() => scrollTo(0, 400))
    // Cards above the window that turn out higher than estimated shift the scroll position.
    const before = await readUntilStable(top)
    expect(before).toBeGreaterThan(300)
    await page.locator('button[data-where][aria-haspopup="menu"]').filter({ visible: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: t('session.menu.logout') }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    expect(await top()).toBe(before)
    await tab('live').click()
    await expect.poll(top).toBe(0)

    // Opening a post moves the focus into the new screen.
    const focusPlace = () =>
      page.evaluate(() => (document.activeElement?.closest('main') ? 'in the screen' : document.activeElement?.tagName))
    await postLink(page.getByRole('article').first()).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/actualites/publication?**')
    await expect.poll(focusPlace).toBe('in the screen')
    await page.goBack()
    await page
      .getByRole('list', { name: t('feed.list') })
      .getByRole('article')
      .first()
      .waitFor()
    await expect.poll(focusPlace).toBe('in the screen')

    // After a reload the page starts at the top.
    await page.evaluate(() => scrollTo(0, 900))
    await expect.poll(top).toBe(900)
    await waitForPaint(page)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await waitUntilSettled(page)
    expect(await top()).toBe(0)

    await goTo(page, '/les-tilleuls/nothing/here')
    await page.getByRole('heading', { level: 1, name: t('errors.error404') }).waitFor()
    await tab('deals').click()
    await page.getByRole('heading', { level: 1, name: t('deals.title') }).waitFor()
  })
})
