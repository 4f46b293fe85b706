// features: app
import type { ElementHandle, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { reportFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong, iterationsOf } from '../../apps/server/src/testing/long.ts'
import { measureContrast, type ContrastReport } from '../../apps/web/src/ui/testing/measure-contrast.ts'
import { scrollDownTo } from './scroll.ts'
import { waitUntilSettled } from './settle.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const CONTROLS = 'button, a[href], input, textarea'
/** How many controls of a screen are measured in every state, one of each kind first; more in the long form. */
const MAX_CONTROLS = iterationsOf('CONTRAST_CONTROLS', 2, 500)

const oneFrame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame))
const measure = (page: Page) => page.locator('body').evaluate(measureContrast)

/** Measures everything rendered on the first two screenfuls of the page. */
const measureAtRest = async (page: Page): Promise<ContrastReport[]> => {
  const reports: ContrastReport[] = []
  for (let screen = 0; screen < 2; screen++) {
    await page.evaluate(screen => scrollTo({ top: screen * innerHeight * 0.9, behavior: 'instant' }), screen)
    await oneFrame(page)
    await waitUntilSettled(page)
    reports.push(await measure(page))
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // After scrolling back, the virtual list renders the cards at the top again.
  await oneFrame(page)
  await waitUntilSettled(page)
  return reports
}

/** Measures controls while focused, hovered and pressed, one of each kind first, since those of a kind look alike. */
const measureAllStates = async (page: Page): Promise<ContrastReport[]> => {
  const reports: ContrastReport[] = []
  await page.keyboard.press('Shift')
  const controls = await page.locator(CONTROLS).elementHandles()
  const order = await page.evaluate(all => {
    const isVisible = (control: Element) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      control.getBoundingClientRect().width > 1
    const shown = all.map((control, n) => ({ control, n })).filter(({ control }) => isVisible(control))
    const seen = new Map<string, number>()
    return shown
      .map(({ control, n }) => {
        const kind = [
          control.className,
          control.getAttribute('data-kind'),
          control.ariaPressed,
          control.ariaCurrent,
        ].join()
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        return {
          n,
          alike: seen.get(kind)!,
          given: control.closest('article') !== null && control.ariaPressed === 'true',
        }
      })
      .sort((a, b) => a.alike - b.alike || Number(b.given) - Number(a.given) || a.n - b.n)
      .map(({ n }) => n)
  }, controls as ElementHandle<HTMLElement>[])
  for (const n of order.slice(0, MAX_CONTROLS)) {
    const control = controls[n]! as ElementHandle<HTMLElement>
    const isStillThere = () => control.evaluate(element => element.isConnected)
    // The virtual list unmounts cards while it scrolls, with their controls.
    if (!(await isStillThere())) continue
    const around = (
      await control.evaluateHandle(element => element.closest('article, nav, form, section') ?? element.parentElement!)
    ).asElement()!
    await control.evaluate(element => {
      element.focus()
      element.setAttribute('draggable', 'false')
    })
    await oneFrame(page)
    reports.push(await around.evaluate(measureContrast))
    if (!(await isStillThere())) continue
    await control.hover({ force: true })
    reports.push(await around.evaluate(measureContrast))
    await page.mouse.down()
    reports.push(await around.evaluate(measureContrast))
    // Releasing the button elsewhere cancels the click.
    await page.mouse.move(1, page.viewportSize()!.height - 1)
    await page.mouse.up()
  }
  return reports
}

const all = (reports: readonly ContrastReport[]): ContrastReport => ({
  seen: reports.reduce((sum, { seen }) => sum + seen, 0),
  faults: [...new Set(reports.flatMap(({ faults }) => faults))],
})

const screens = [
  { name: 'feed', as: 'neighbor', path: `${FEED}?filter=all` },
  { name: 'post', as: 'neighbor', path: `${FEED}/publication?id=` },
  { name: 'deals', as: 'neighbor', path: '/les-tilleuls/vie-locale' },
  { name: 'landing', as: undefined, path: '/les-tilleuls' },
] as const
/** Returns the id of the newest activity with a picture. */
const findPostWithPicture = async () => {
  const { db, communityId } = testServer().server
  const { id } = await db
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', await communityId('les-tilleuls'))
    .where('photo_id', 'is not', null)
    .where('group_id', '=', 'activity')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
/** Answers a post if no rendered post is answered yet, so that an answered post is measured too. */
const ensureAnswered = async (page: Page) => {
  const answeredButtons = page.locator('article button[aria-pressed=true]')
  if ((await answeredButtons.count()) === 0) await page.locator('article button[aria-pressed=false]').first().click()
  await answeredButtons.first().waitFor()
}
const measured: number[] = []

const views = [
  { size: 'phone', scheme: 'dark', states: true },
  { size: 'wide', scheme: 'light', states: true },
  { size: 'phone', scheme: 'light', states: false },
  { size: 'wide', scheme: 'dark', states: false },
] as const

describe.each(isLong ? views : views.slice(0, 1))('contrast, $size, $scheme', ({ size, scheme, states }) => {
  it('text and controls have enough contrast with their background, on every screen', async () => {
    const found: Record<string, string[]> = {}
    for (const { name, path, as } of screens) {
      const { page } = await testServer().newPage({ size, scheme, as })
      await page.goto(name === 'post' ? path + (await findPostWithPicture()) : path)
      await waitUntilSettled(page)
      if (name === 'feed') await ensureAnswered(page)
      const { seen, faults } = all([...(await measureAtRest(page)), ...(states ? await measureAllStates(page) : [])])
      if (faults.length > 0) found[name] = faults
      expect(seen, name).toBeGreaterThan(20)
      measured.push(seen)
    }
    expect(found).toEqual({})
  })

  it.runIf(isLong)(
    'the check fails if an answer button has the background of another state, or text lies on a picture or is pale',
    async () => {
      const { page } = await testServer().newPage({ size, scheme, as: 'neighbor' })
      await page.goto(`${FEED}?filter=all`)
      await waitUntilSettled(page)
      // All faults are planted in one card, since the virtual list unmounts cards out of view.
      const card = page.locator('article:has(a img):has(button[aria-pressed])')
      await scrollDownTo(page, card)
      await card.first().evaluate(card => {
        const image = card.querySelector<HTMLElement>('a img')!
        const heading = card.querySelector('h2')!
        Object.assign(heading.style, { position: 'absolute', insetBlockStart: '0' })
        image.parentElement!.append(heading)
        const answer = card.querySelector<HTMLElement>('button[aria-pressed]')!
        answer.setAttribute('aria-pressed', 'true')
        answer.style.background = 'var(--brand-strong)'
        card.querySelector('time')!.style.opacity = '.5'
      })
      await waitUntilSettled(page)
      const faults = (await measure(page)).faults.join('\n')
      expect(faults).toMatch(/^text of button.*aria-pressed=true/m)
      expect(faults).toMatch(/^text of a /m)
      expect(faults.split('\n').length).toBeGreaterThanOrEqual(3)
      reportFigures('contrast of the running app', null, {
        size,
        scheme,
        measured: measured.reduce((sum, seen) => sum + seen, 0),
        planted: 3,
        seen: 3,
      })
    },
  )
})
