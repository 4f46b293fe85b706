// features: app
import { expect, it } from 'vitest'
import { atRest } from './scroll.ts'
import { wordsIn } from './words.ts'
import { touchOf } from './touch.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const say = wordsIn('fr')

it('a sheet follows the finger, springs back after a short drag, closes after a long one, and scrolls its content', async () => {
  const { page } = await stage().welcome({
    language: 'fr',
    as: 'neighbor',
    context: { hasTouch: true, reducedMotion: 'no-preference' },
  })
  await page.goto(FEED)
  const share = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: say('feed.share') })
    .first()
  const sheet = page.getByRole('dialog', { name: say('share.title') })
  const open = async () => {
    await share.click()
    await sheet.waitFor()
    const box = (await atRest(() => sheet.boundingBox()))!
    return { box, grip: { x: box.x + box.width / 2, y: box.y + 20 } }
  }
  const touch = await touchOf(page)
  const frame = () => page.evaluate(() => new Promise(requestAnimationFrame))
  const draw = async (from: { x: number; y: number }, far: number) => {
    await touch.down(from)
    for (let step = 1; step <= 8; step++) {
      await touch.move({ x: from.x, y: from.y + (far * step) / 8 })
      await frame()
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

  const { box, grip } = await open()
  await draw(grip, 60)
  await expect.poll(away).toBeCloseTo(60, 0)
  // Held still, it is no flick.
  await atRest(away)
  await touch.up()
  await expect.poll(away).toBe(0)
  expect(await sheet.isVisible()).toBe(true)
  await draw(grip, box.height * 0.6)
  await touch.up()
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(FEED)
  expect(await page.evaluate(() => (history.state as { overlays?: number }).overlays ?? 0)).toBe(0)

  // A flick is enough, and closes at once with reduced motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const again = await open()
  await touch.stroke(again.grip, { x: again.grip.x, y: again.grip.y + 120 }, 4)
  await sheet.waitFor({ state: 'detached' })

  // A sheet with scrollable content can be drawn down only when scrolled to its top.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 390, height: 320 })
  // Away from the floating buttons, which cover the bottom of such a low window once it is at rest.
  await share.evaluate(element => scrollBy({ top: element.getBoundingClientRect().top - 80, behavior: 'instant' }))
  await atRest(() => share.boundingBox())
  const low = (await open()).box
  const middle = { x: low.x + low.width / 2, y: low.y + low.height / 2 }
  const scrolled = () => sheet.evaluate(element => element.scrollTop)
  await touch.stroke(middle, { x: middle.x, y: middle.y - 100 })
  await expect.poll(scrolled).toBeGreaterThan(30)
  // A flick has momentum.
  const before = await atRest(scrolled)
  await touch.stroke(middle, { x: middle.x, y: middle.y + 60 })
  await expect.poll(scrolled).toBeLessThan(before)
  await atRest(scrolled)
  await sheet.evaluate(element => element.scrollTo(0, 40))
  await touch.stroke(middle, { x: middle.x, y: middle.y + 140 })
  expect(await sheet.isVisible()).toBe(true)
})
