// features: app
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { findMissingRoutes, readRoutes, readVisits } from './routes.ts'
import { overflowOf, waitUntilSettled } from './settle.ts'
import { type PageOptions, type Visit, shapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()

/**
 * Visits every screen as the visitor that `readVisits` names: anonymous, a member, a newcomer or staff. Returns what
 * `findProblem` returns for each screen, except null.
 */
const visitAllScreens = async <T>(
  options: PageOptions,
  findProblem: (page: Page) => Promise<T | null>,
): Promise<Record<string, T>> => {
  const found: Record<string, T> = {}
  const visitors = new Map<string | undefined, Visit>()
  for (const { name, path, as } of await readVisits(testServer().server)) {
    const visitor = visitors.get(as) ?? (await testServer().newPage({ ...options, as }))
    visitors.set(as, visitor)
    const { page, pageErrors } = visitor
    // One of the screens is the profile of a member who does not exist.
    pageErrors.allow(/\/maintenance|nowhere|GET \/api\/user 404/)
    // Only the long form of the test reloads the app for each screen, because reloads double the duration.
    if (isLong || page.url() === 'about:blank') await page.goto(path)
    else await goTo(page, path)
    // A list can render its headings before the screen renders its `h1`.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await waitUntilSettled(page)
    const problem = await findProblem(page)
    if (problem !== null) found[name] = problem
  }
  expect(visitors.size).toBe(7)
  return found
}

it('the screen visits cover every route of the app', async () => {
  const routes = readRoutes()
  expect(routes.length).toBeGreaterThan(5)
  const visited = await readVisits(testServer().server)
  expect(findMissingRoutes(routes, visited)).toEqual([])
  expect(findMissingRoutes([...routes, '/$c/planted'], visited)).toEqual(['/$c/planted'])
})

it.runIf(isLong)(
  'the accessibility check fails if a page has an image without a text alternative and a button without a name',
  async () => {
    const { page } = await testServer().newPage()
    await page.goto('/les-tilleuls')
    await waitUntilSettled(page)
    await page.evaluate(() => {
      document
        .querySelector('main')!
        .append(Object.assign(document.createElement('img'), { src: '/icon.svg' }), document.createElement('button'))
    })
    expect((await findAxeViolations(page)).map(line => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['image-alt', 'button-name']),
    )
  },
)

const ROUND_TIMEOUT_MS = 480_000

/** By how many pixels the page at a text size of 200 % is wider than its window, after the layout has settled. */
const overflowAtLargeText = async (page: Page) => {
  await page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%'
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })
  const overflow = await overflowOf(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return overflow
}

/** The short form has one round, on a phone; the long form runs each size in both colour schemes. */
const rounds = (['phone', 'wide'] as const).flatMap(size =>
  (['light', 'dark'] as const)
    .filter(scheme => isLong || (size === 'phone' && scheme === 'light'))
    .map(scheme => ({ size, scheme, language: scheme === 'light' ? ('fr' as const) : ('en' as const) })),
)

it.each(rounds)(
  'no screen has an axe violation or, on a phone, overflows at 200 % text size, $size, $language, $scheme',
  async round => {
    const problems = await visitAllScreens(round, async page => {
      const found = await findAxeViolations(page)
      const overflow = round.size === 'phone' ? await overflowAtLargeText(page) : 0
      return found.length > 0 || overflow > 0 ? { found, overflow } : null
    })
    expect(problems).toEqual({})
  },
  ROUND_TIMEOUT_MS,
)

describe.each(shapes)('keyboard navigation, $size, $language', ({ size, language, t }) => {
  it('leads from the landing page through the log-in to a deal and its route dialog', async () => {
    const { page } = await testServer().newPage({ size, language })
    const press = (key: string) => page.keyboard.press(key)
    /** Presses Tab until the element with this name has the focus; returns the computed style of its focus ring. */
    const tabTo = async (name: string | RegExp) => {
      for (let n = 0; n < 60; n++) {
        await press('Tab')
        const text = await page.evaluate(() => {
          const element = document.activeElement === document.body ? null : document.activeElement
          return (
            element?.getAttribute('aria-label') ??
            (element as HTMLInputElement | null)?.labels?.[0]?.textContent ??
            element?.textContent ??
            ''
          )
        })
        if (typeof name === 'string' ? text.trim() === name : name.test(text)) {
          const outline = await page.evaluate(() => {
            const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(document.activeElement!)
            return { outlineStyle, outlineWidth, boxShadow, borderColor }
          })
          return outline
        }
      }
      throw new Error(`The Tab key does not reach ${name}.`)
    }
    await page.goto('/les-tilleuls')
    await waitUntilSettled(page)
    const outline = await tabTo(t('community.landing.join', { name: 'Les Tilleuls' }))
    expect(outline.outlineStyle).not.toBe('none')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(t('entry.register.tab'))
    await press('ArrowLeft')
    await tabTo(t('entry.login.email'))
    await page.keyboard.type('neighbor@demo.example')
    await tabTo(t('entry.login.password'))
    await page.keyboard.type('parvis-demo')
    await press('Enter')
    await page.getByRole('article').first().waitFor()
    // The log-in form that had the focus was removed: the focus must move to `main`.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('none')
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await tabTo(t('common.frame.skip'))
    await page
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t('session.tab.deals') })
      .focus()
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: t('deals.title') }).waitFor()
    await page
      .getByRole('list', { name: t('deals.list') })
      .getByRole('link')
      .first()
      .waitFor()
    await tabTo(/Wanda/)
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: /Wanda/ }).waitFor()
    await tabTo(t('deals.route'))
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
