// features: app
import { randomUUID } from 'node:crypto'
import { publishPost } from '@parvis/contract/publish.ts'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { readUntilStable } from './scroll.ts'
import { oppositeShapes, viewports } from './browser-server.ts'
import { createTouch } from './touch.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()

describe.each(oppositeShapes)('the picture viewer by touch, $size, $language', ({ size, language, t }) => {
  const open = async (scheme: 'light' | 'dark' = 'light') => {
    const { db, communityId } = testServer().server
    const photo = await db
      .selectFrom('events')
      .select('photo_id')
      .where('community_id', '=', await communityId('les-tilleuls'))
      .where('photo_id', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { page } = await testServer().newPage({
      size,
      language,
      scheme,
      as: 'neighbor',
      context: { hasTouch: true, reducedMotion: 'no-preference' },
    })
    await page.goto(`/zoom-image?uri=${encodeURIComponent(`/media/${photo.photo_id}`)}`)
    const picture = page.locator('[data-scale] img')
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    const box = await page.locator('[data-scale]').boundingBox()
    const middle = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
    return {
      page,
      touch: await createTouch(page),
      picture,
      middle,
      scale: async () => Number(await page.locator('[data-scale]').getAttribute('data-scale')),
      place: () => picture.evaluate(image => new DOMMatrix(image.style.transform).e),
    }
  }

  it('zooms around two fingers, pans with one, and closes when dragged down', async () => {
    const { page, touch, picture, middle, scale, place } = await open()
    const pair = (spread: number, shift = 0) =>
      [
        { x: middle.x - spread + shift, y: middle.y },
        { x: middle.x + spread + shift, y: middle.y },
      ] as const
    await touch.down(...pair(30))
    for (const spread of [40, 60, 90]) await touch.move(...pair(spread))
    await expect.poll(scale).toBeCloseTo(3, 1)
    expect(Math.abs(await place())).toBeLessThan(2)
    expect(await picture.evaluate(image => getComputedStyle(image).transitionProperty)).toBe('none')
    await touch.move(...pair(90, 20))
    await expect.poll(place).toBeCloseTo(20, 0)
    await touch.up()
    expect(await picture.evaluate(image => getComputedStyle(image).transitionProperty)).toBe('transform')
    await touch.down(middle)
    await touch.move({ x: middle.x - 50, y: middle.y })
    await expect.poll(place).toBeCloseTo(-30, 0)
    await touch.up()
    await touch.down(...pair(90))
    await touch.move(...pair(10))
    await touch.up()
    await expect.poll(scale).toBe(1)
    expect(await place()).toBe(0)

    // Dragging the picture down far enough closes the viewer; after a shorter drag the picture springs back.
    const height = () => picture.evaluate(image => new DOMMatrix(image.style.transform).f)
    const draw = (distance: number) => touch.drag(middle, { x: middle.x, y: middle.y + distance })
    await draw(60)
    await expect.poll(height).toBeCloseTo(60, 0)
    await touch.up()
    await expect.poll(height).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/zoom-image')
    await draw(240)
    await touch.up()
    await page.waitForURL(url => url.pathname !== '/zoom-image')
  })

  it.runIf(isLong)(
    'zooms in on a double tap and out on the next one, and does not take quick strokes for taps',
    async () => {
      const { touch, middle, scale } = await open()
      const doubleTap = async () => {
        await touch.tap(middle)
        await touch.tap(middle)
      }
      await doubleTap()
      await expect.poll(scale).toBe(2.5)
      for (let stroke = 0; stroke < 3; stroke++) {
        await touch.down(middle)
        await touch.move({ x: middle.x, y: middle.y + 80 })
        await touch.up()
      }
      expect(await scale()).toBe(2.5)
      await doubleTap()
      await expect.poll(scale).toBe(1)
    },
  )

  it.runIf(isLong)('hides its controls after a tap and shows them after the next', async () => {
    const { page, touch, middle } = await open()
    const close = page.getByRole('button', { name: t('common.close') })
    await close.waitFor()
    await touch.tap(middle)
    await close.waitFor({ state: 'hidden' })
    await touch.tap(middle)
    await close.waitFor()
  })

  it.runIf(isLong).each(['light', 'dark'] as const)('has a black background in the %s theme', async scheme => {
    const { page } = await open(scheme)
    expect(await page.getByRole('main').evaluate(main => getComputedStyle(main).backgroundColor)).toMatch(
      /^(?:rgb|color\(srgb)[( ]+0,? 0,? 0\)$/,
    )
  })
})

describe.each(oppositeShapes)('the feed by touch, $size, $language', ({ size, language, t }) => {
  it('scrolls, returns to its top, scrolls its filters and accepts an answer', async () => {
    const title = randomUUID()
    await (
      await testServer().server.as('neighbor2')
    ).call(publishPost, { body: { title, description: title, tmpId: title } })
    const { page } = await testServer().newPage({ size, language, as: 'neighbor', context: { hasTouch: true } })
    await page.goto('/les-tilleuls/actualites?filter=all')
    await page.getByRole('article').first().waitFor()
    const touch = await createTouch(page)
    const { width, height } = viewports[size]
    const toTop =
      size === 'phone'
        ? page
            .getByRole('navigation', { name: t('common.frame.main') })
            .getByRole('link', { name: t('session.tab.live') })
        : page.getByRole('button', { name: t('common.frame.top') })
    if (size !== 'phone') expect(await toTop.count()).toBe(0)
    await touch.stroke({ x: width / 2, y: height * 0.8 }, { x: width / 2, y: height * 0.2 })
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    // A tap during momentum scrolling would only stop the scrolling.
    await readUntilStable(() => page.evaluate(() => scrollY))
    await toTop.tap()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const filters = page.getByRole('group', { name: t('feed.filter.label') })
    const box = (await filters.boundingBox())!
    const hidden = await filters.evaluate(element => element.scrollWidth - element.clientWidth)
    await touch.stroke(
      { x: box.x + box.width * 0.9, y: box.y + box.height / 2 },
      { x: box.x + 20, y: box.y + box.height / 2 },
    )
    // In a wide window the filters wrap instead of scrolling.
    expect(hidden > 0).toBe(size === 'phone')
    if (size === 'phone') await expect.poll(() => filters.evaluate(element => element.scrollLeft)).toBeGreaterThan(0)
    await readUntilStable(() => filters.evaluate(element => element.scrollLeft))
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
    await card.getByRole('button', { name: /^Int[eé]res/ }).tap()
    await card.getByRole('button', { pressed: true }).waitFor()
  })

  it('leaves no hover style after a tap', async () => {
    const title = randomUUID()
    await (
      await testServer().server.as('neighbor2')
    ).call(publishPost, { body: { title, description: title, tmpId: title } })
    const { page } = await testServer().newPage({
      size,
      language,
      as: 'neighbor',
      context: { hasTouch: true, isMobile: true },
    })
    await page.goto('/les-tilleuls/actualites?filter=all')
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
    const chip = page
      .getByRole('group', { name: t('feed.filter.label') })
      .getByRole('button')
      .nth(1)
    const readStyle = (tapped: typeof chip) =>
      tapped.evaluate(element => {
        const { backgroundColor, color, textDecorationLine } = getComputedStyle(element)
        return { backgroundColor, color, textDecorationLine }
      })
    const answer = card.locator('button[aria-pressed]')
    const share = card.getByRole('button', { name: t('feed.share'), exact: true })
    await answer.waitFor()
    expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true)
    const initialStyle = { answer: await readStyle(answer), share: await readStyle(share) }
    const blurActive = () => page.evaluate(() => (document.activeElement as HTMLElement).blur())
    // Once pressed, the answer button must look the same right after the tap as after a reload.
    await answer.tap()
    await card.locator('button[aria-pressed=true]').waitFor()
    await blurActive()
    const tapped = await readUntilStable(() => readStyle(answer))
    await page.reload()
    await answer.waitFor()
    expect(tapped).toEqual(await readStyle(answer))
    await answer.tap()
    await card.locator('button[aria-pressed=false]').waitFor()
    await blurActive()
    expect(await readUntilStable(() => readStyle(answer))).toEqual(initialStyle.answer)
    await share.tap()
    await page.getByRole('dialog', { name: t('share.title') }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await blurActive()
    expect(await readUntilStable(() => readStyle(share))).toEqual(initialStyle.share)
    await chip.tap()
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    await blurActive()
    const chosen = await readUntilStable(() => readStyle(chip))
    await page.reload()
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    expect(chosen).toEqual(await readStyle(chip))
  })
})
