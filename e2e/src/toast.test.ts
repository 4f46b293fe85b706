// features: app
import { randomUUID } from 'node:crypto'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { reportFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'

interface ToastLayout {
  messages: number
  checked: number
  covered: string[]
}

/**
 * Returns the controls with an edge or the centre under a toast. Only fixed controls are checked, or all with `every`:
 * at the end of a page nothing can be scrolled out from under a toast. `cut`: the number of toasts that are covered.
 */
const measureToasts = (page: Page, every = false): Promise<ToastLayout & { cut: number }> =>
  page.evaluate(every => {
    const region = document.querySelector('section[aria-label]:has([role="status"]):has([role="alert"])')!
    const messages = [...region.querySelectorAll(':is([role="status"], [role="alert"]) > *')]
    const modal = [...document.querySelectorAll('dialog')].find(dialog => dialog.matches(':modal'))
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement))
    const probePoints = ({ left, right, top, bottom }: DOMRect) => {
      const [across, down] = [(left + right) / 2, (top + bottom) / 2]
      const all: [number, number][] = [
        [across, down],
        [left + 3, down],
        [right - 3, down],
        [across, top + 3],
        [across, bottom - 3],
      ]
      return all.filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)
    }
    const controls = [...(modal ?? document).querySelectorAll('a[href], button, input, textarea')]
      .filter(
        control =>
          !region.contains(control) &&
          control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          (every || modal !== undefined || isFixed(control)),
      )
      .map(control => ({ control, at: probePoints(control.getBoundingClientRect()) }))
      .filter(({ control, at }) => at.length > 0 && control.getBoundingClientRect().width > 1)
    return {
      messages: messages.length,
      checked: controls.length,
      covered: controls
        .filter(({ at }) => at.some(([x, y]) => region.contains(document.elementFromPoint(x, y))))
        .map(({ control }) => control.getAttribute('aria-label') ?? control.textContent ?? ''),
      cut: modal
        ? 0
        : messages.filter(message =>
            probePoints(message.getBoundingClientRect()).some(
              ([x, y]) => !message.contains(document.elementFromPoint(x, y)),
            ),
          ).length,
    }
  }, every)

/**
 * Checks that a toast at rest covers no control and is not covered, and that there were controls that it could have
 * covered.
 */
const expectUncovered = async (page: Page, every = false) => {
  await expect
    .poll(async () => {
      const { messages, covered, cut } = await measureToasts(page, every)
      return { messages, covered, cut }
    })
    .toEqual({ messages: 1, covered: [], cut: 0 })
  expect((await measureToasts(page, every)).checked).toBeGreaterThan(1)
}
const toastIn = (page: Page) => page.getByRole('region').locator(':is([role=status], [role=alert]) > [data-kind]')
const countToasts = async (page: Page) => (await measureToasts(page)).messages

describe.each(oppositeShapes)('toasts, $size, $language', ({ size, language, t }) => {
  const openPage = async () => {
    const neighbor = await testServer().server.as('neighbor2')
    // The virtual list renders only cards near the window: an unanswered card must be below the answered card.
    const [below, title] = [randomUUID(), randomUUID()]
    for (const one of [below, title])
      await neighbor.call(publishPost, { body: { title: one, description: one, tmpId: one } })
    const visit = await testServer().newPage({ size, language, as: 'neighbor' })
    await visit.page.goto(`${FEED}?filter=all`)
    const card = visit.page.getByRole('article').filter({ has: visit.page.getByRole('heading', { name: title }) })
    await card.waitFor()
    return { ...visit, card }
  }

  it('cover neither the buttons of the feed nor the tapped control, are updated after each answer, and close once their cause is gone', async () => {
    const { page, context, card, pageErrors } = await openPage()
    pageErrors.allow(/net::ERR_/, /did not come/, /answer: POST \/events\/\w+\/\S+ 403/)
    const answerButton = card.locator('button[aria-pressed]')
    const close = () => toastIn(page).getByRole('button').last().click()
    const answered = page.getByText(t('feed.answered', { name: 'Mehdi B.' }))
    await answerButton.click()
    await answered.waitFor()
    await answerButton.click()
    await answered.waitFor({ state: 'detached' })
    await toastIn(page).getByRole('button').last().focus()
    await expectUncovered(page)
    const removedText = await toastIn(page).textContent()
    await answerButton.evaluate((button: HTMLElement) => button.click())
    await answered.waitFor()
    expect(await toastIn(page).textContent()).not.toBe(removedText)
    await close()
    await expect.poll(() => countToasts(page)).toBe(0)

    const isAnswer = /\/events\/(?:un)?interested\//
    await context.route(isAnswer, route => route.fulfill({ status: 403, json: { error: { key: 'forbidden' } } }))
    const refused = page.getByRole('alert').getByText(t('errors.forbidden'))
    for (const above of [70, 130, 260]) {
      await answerButton.evaluate((button, above) => {
        document.body.style.minBlockSize = `${document.body.scrollHeight + innerHeight}px`
        scrollBy({ top: button.getBoundingClientRect().bottom - innerHeight + above, behavior: 'instant' })
      }, above)
      await answerButton.click()
      await refused.waitFor()
      await expect
        .poll(() =>
          answerButton.evaluate(button => {
            const { left, right, top, bottom } = button.getBoundingClientRect()
            const probePoints = [
              [(left + right) / 2, top + 3],
              [(left + right) / 2, bottom - 3],
              [left + 20, (top + bottom) / 2],
            ] as const
            return probePoints.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
          }),
        )
        .toBe(true)
      await close()
      await expect.poll(() => countToasts(page)).toBe(0)
    }
    await page.evaluate(() => {
      document.body.style.minBlockSize = ''
    })
    const answer = page.locator('article button[aria-pressed=false]').first()
    for (const place of [0, 900]) {
      await page.evaluate(place => scrollTo(0, place), place)
      await answer.evaluate((button: HTMLElement) => button.click())
      await refused.waitFor()
      await expectUncovered(page)
      await close()
      await expect.poll(() => countToasts(page)).toBe(0)
    }

    await context.unroute(isAnswer)
    await context.setOffline(true)
    // Scrolls to the end of the loaded posts.
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        return page.getByText(t('feed.end.offline')).isVisible()
      })
      .toBe(true)
    // The virtual list unmounts cards far from the window: the last one that takes an answer may be answered already.
    await page.locator('article button[aria-pressed]').last().click()
    await toastIn(page).waitFor()
    // The page has grown by the height of the toast.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expectUncovered(page, true)
    // The toast would close by itself after a while, but not while it has the focus.
    await toastIn(page).getByRole('button').last().focus()
    await context.setOffline(false)
    await expect.poll(() => countToasts(page)).toBe(0)
  })

  it('leave the end of a form and the actions of the feed uncovered', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await page.goto(`${FEED}/edition-publication`)
    const text = page.locator('textarea[name=description]')
    await text.fill('Bonjour')
    const buffer = await plainPicture(320, 240).jpeg().toBuffer()
    await page.locator('input[type=file]').first().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    const alt = page.locator('input[name=alt]')
    await alt.fill('A cat')
    await page.getByRole('button', { name: t('common.cancel'), exact: true }).click()
    await page.getByText(t('publish.draft.kept')).waitFor()
    await expectUncovered(page)
    // The toast does not cover an open sheet either.
    const share = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: t('feed.share'), exact: true })
    await share.click()
    await page.getByRole('dialog', { name: t('share.title') }).waitFor()
    await expect.poll(async () => (await measureToasts(page)).checked).toBeGreaterThan(3)
    expect((await measureToasts(page)).covered).toEqual([])
    await page.goto(`${FEED}/edition-publication`)
    const discard = page.getByRole('button', { name: t('publish.draft.discard'), exact: true })
    await discard.click()
    await page.getByText(t('publish.draft.discarded')).waitFor()
    await expectUncovered(page)
    // Undoing restores the draft with its photo.
    await page.getByRole('button', { name: t('publish.draft.undo') }).click()
    await expect.poll(() => alt.inputValue()).toBe('A cat')
    expect(await text.inputValue()).toBe('Bonjour')
    await discard.click()
    await page.getByText(t('publish.draft.discarded')).waitFor()
    // New text replaces the discarded draft, so the toast closes.
    await text.fill('Autre chose')
    await expect.poll(() => countToasts(page)).toBe(0)
  })
})

it.runIf(isLong)('the check of toasts fails if a toast lies over or under the tab bar of a phone', async () => {
  const { page } = await testServer().newPage({ language: 'en', as: 'neighbor' })
  await page.goto(`${FEED}/edition-publication`)
  await page.locator('textarea[name=description]').fill('Bonjour')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const message = toastIn(page)
  await message.getByRole('button').last().focus()
  await expectUncovered(page)
  const region = message.locator('xpath=ancestor::section')
  await region.evaluate(element => {
    element.style.paddingBottom = '0'
  })
  expect((await measureToasts(page)).covered.length).toBeGreaterThan(1)
  await region.evaluate(element => {
    element.style.zIndex = '-1'
  })
  expect((await measureToasts(page)).cut).toBe(1)
  reportFigures('messages over controls', null, { shapes: oppositeShapes.length, planted: 2, seen: 2 })
})
