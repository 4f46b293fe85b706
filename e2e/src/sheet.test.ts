// features: app
import { expect, it } from 'vitest'
import { readUntilStable } from './scroll.ts'
import { translator } from './translate.ts'
import { createTouch } from './touch.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const t = translator('fr')

it('a sheet follows the finger, springs back after a short drag, closes after a long one, and scrolls its content', async () => {
  const { page } = await testServer().newPage({
    language: 'fr',
    as: 'neighbor',
    context: { hasTouch: true, reducedMotion: 'no-preference' },
  })
  await page.goto(FEED)
  const share = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: t('feed.share') })
    .first()
  const sheet = page.getByRole('dialog', { name: t('share.title') })
  const open = async () => {
    await share.click()
    await sheet.waitFor()
    const box = (await readUntilStable(() => sheet.boundingBox()))!
    return { box, handle: { x: box.x + box.width / 2, y: box.y + 20 } }
  }
  const touch = await createTouch(page)
  const frame = () => page.evaluate(() => new Promise(requestAnimationFrame))
  const drag = async (from: { x: number; y: number }, distance: number) => {
    await touch.down(from)
    for (let step = 1; step <= 8; step++) {
      await touch.move({ x: from.x, y: from.y + (distance * step) / 8 })
      await frame()
    }
  }
  const offset = () =>
    sheet.evaluate(
      element =>
        new DOMMatrix(
          getComputedStyle(element).translate === 'none'
            ? ''
            : `translate(${getComputedStyle(element).translate.replace(' ', ',')})`,
        ).f,
    )

  const { box, handle } = await open()
  await drag(handle, 60)
  await expect.poll(offset).toBeCloseTo(60, 0)
  // A finger that rests before it is lifted makes no flick.
  await readUntilStable(offset)
  await touch.up()
  await expect.poll(offset).toBe(0)
  expect(await sheet.isVisible()).toBe(true)
  await drag(handle, box.height * 0.6)
  await touch.up()
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(FEED)
  expect(await page.evaluate(() => (history.state as { overlays?: number }).overlays ?? 0)).toBe(0)

  // A flick is enough to close the sheet; with reduced motion the sheet closes at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const reopened = await open()
  await touch.stroke(reopened.handle, { x: reopened.handle.x, y: reopened.handle.y + 120 }, 4)
  await sheet.waitFor({ state: 'detached' })

  // A sheet with scrollable content can be dragged down only when scrolled to its top.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 390, height: 320 })
  // Scrolls the button away from the floating buttons, which cover the bottom of such a low window.
  await share.evaluate(element => scrollBy({ top: element.getBoundingClientRect().top - 80, behavior: 'instant' }))
  await readUntilStable(() => share.boundingBox())
  const lowBox = (await open()).box
  const middle = { x: lowBox.x + lowBox.width / 2, y: lowBox.y + lowBox.height / 2 }
  const scrolled = () => sheet.evaluate(element => element.scrollTop)
  await touch.stroke(middle, { x: middle.x, y: middle.y - 100 })
  await expect.poll(scrolled).toBeGreaterThan(30)
  // After a flick the content scrolls on by its momentum.
  const before = await readUntilStable(scrolled)
  await touch.stroke(middle, { x: middle.x, y: middle.y + 60 })
  await expect.poll(scrolled).toBeLessThan(before)
  await readUntilStable(scrolled)
  await sheet.evaluate(element => element.scrollTo(0, 40))
  await touch.stroke(middle, { x: middle.x, y: middle.y + 140 })
  expect(await sheet.isVisible()).toBe(true)
})
