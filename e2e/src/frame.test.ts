import { describe, expect, it } from 'vitest'
import { shapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'

describe.each(shapes)('the frame, $size, $language', ({ size, language, say }) => {
  it('has tabs below on phones and a rail on wide screens, for the rooms that there are', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const bars = page.getByRole('navigation', { name: say('common.frame.main') }).filter({ visible: true })
    expect(await bars.count()).toBe(1)
    const labels = await bars.getByRole('link').filter({ hasText: new RegExp(`^(?:${say('community.tab.live')}|${say('community.tab.deals')})$`) }).allTextContents()
    expect(labels).toEqual([say('community.tab.live'), say('community.tab.deals')])
    expect(await bars.getByRole('link', { name: /chat|discussion|weather|météo|info/i }).count()).toBe(0)
    expect(await bars.getByRole('link', { name: say('community.tab.live'), exact: true }).getAttribute('aria-current')).toBe('page')
    const box = (await bars.boundingBox())!
    if (size === 'phone') {
      expect(box.y + box.height).toBeCloseTo(844, 0)
      expect(box.width).toBe(390)
    } else {
      expect(box.x).toBeLessThan(200)
      expect(box.height).toBeGreaterThan(400)
    }
    const column = (await page.getByRole('article').first().boundingBox())!
    expect(column.width).toBeLessThanOrEqual(800)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    for (const link of await bars.getByRole('link').all()) {
      const target = (await link.boundingBox())!
      expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
    }
  })

  it('follows the theme of the device until one is chosen', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor', scheme: 'dark' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await ground()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await ground()
    expect(light).not.toBe(dark)
    const choose = async (theme: string) => {
      await page.locator('button[aria-haspopup="menu"]').filter({ visible: true }).click()
      await page.getByRole('menuitemradio', { name: theme, exact: true }).click()
    }
    await choose(say('common.theme.dark'))
    await expect.poll(ground).toBe(dark)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.reload()
    await expect.poll(ground).toBe(dark)
    await choose(say('common.theme.system'))
    await expect.poll(ground).toBe(light)
    const other = language === 'fr' ? 'en' : 'fr'
    await choose(say(`common.language.${other}`))
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(other)
  })
})
