// features: app
import { expect, it, describe } from 'vitest'
import { atRest } from './scroll.ts'
import { wordsIn } from './words.ts'
import { touchOf } from './touch.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const say = wordsIn('fr')

describe('a sheet under the finger', () => {
  const open = async (reducedMotion: 'reduce' | 'no-preference' = 'no-preference') => {
    const { page } = await stage().welcome({
      language: 'fr',
      as: 'neighbor',
      context: { hasTouch: true, reducedMotion },
    })
    await page.goto(FEED)
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: say('feed.share') })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: say('share.title') })
    await sheet.waitFor()
    await page.waitForTimeout(400)
    const box = (await sheet.boundingBox())!
    const grip = { x: box.x + box.width / 2, y: box.y + 20 }
    const touch = await touchOf(page)
    const draw = async (from: { x: number; y: number }, far: number) => {
      await touch.down(from)
      for (let step = 1; step <= 8; step++) {
        await touch.move({ x: from.x, y: from.y + (far * step) / 8 })
        await page.waitForTimeout(30)
      }
    }
    const away = () =>
      sheet.evaluate(
        element =>
          new DOMMatrix(
            getComputedStyle(element).translate === 'none'
              ? ''
              : `translate(${getComputedStyle(element).translate.replace(' ', ',')})`,
          ).f,
      )
    return { page, sheet, box, grip, touch, draw, away }
  }

  it('follows it, springs back from a little, and goes when it is drawn far', async () => {
    const { page, sheet, box, grip, touch, draw, away } = await open()
    await draw(grip, 60)
    await expect.poll(away).toBeCloseTo(60, 0)
    await page.waitForTimeout(200)
    await touch.up()
    await expect.poll(away).toBe(0)
    expect(await sheet.isVisible()).toBe(true)
    await draw(grip, box.height * 0.6)
    await touch.up()
    await sheet.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(FEED)
    expect(await page.evaluate(() => (history.state as { overlays?: number }).overlays ?? 0)).toBe(0)
  })

  it('goes at a flick, at once where nothing is to move', async () => {
    const { sheet, grip, touch } = await open('reduce')
    await touch.stroke(grip, { x: grip.x, y: grip.y + 120 }, 4)
    await sheet.waitFor({ state: 'detached' })
  })

  it('scrolls what it holds: only from its beginning it is drawn down', async () => {
    const { page, sheet, touch } = await open()
    await page.setViewportSize({ width: 390, height: 320 })
    const box = (await sheet.boundingBox())!
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const scrolled = () => sheet.evaluate(element => element.scrollTop)
    await touch.stroke(middle, { x: middle.x, y: middle.y - 100 })
    await expect.poll(scrolled).toBeGreaterThan(30)
    // a flick goes on for a while
    const before = await atRest(scrolled)
    await touch.stroke(middle, { x: middle.x, y: middle.y + 60 })
    await expect.poll(scrolled).toBeLessThan(before)
    await atRest(scrolled)
    await sheet.evaluate(element => element.scrollTo(0, 40))
    await touch.stroke(middle, { x: middle.x, y: middle.y + 140 })
    expect(await sheet.isVisible()).toBe(true)
  })
})
