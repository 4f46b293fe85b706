// features: feed
import { publishPost } from '@parvis/contract/publish.ts'
import { listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onCall, oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites?filter=all'

let written = 0

const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

describe.each(oppositeShapes)('answering a post, $size, $language', ({ size, language, say }) => {
  /** Every try writes posts of its own. */
  const named = (title: string) => `${title} ${size} ${language} ${++written}`
  const write = async (title: string, as = 'neighbor2') =>
    (
      await (
        await stage().server.as(as)
      ).call(publishPost, { body: { title, description: title, lang: { en: { title } }, tmpId: `${as} ${title}` } })
    ).answer
  const arrive = async (as: string) => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(FEED)
    await guest.page.getByRole('article').first().waitFor()
    return guest
  }
  const give = /^Int[eé]res/i
  const given = (page: Page, title: string) =>
    cardOf(page, title).getByRole('button', { name: language === 'fr' ? /retirer mon intérêt/ : /remove interest/ })

  it('shows at once, counts on the screen of its author, who sees who it was, and is taken back', async () => {
    const title = named('Réponse')
    const post = await write(title)
    const [{ page }, author] = [await arrive('neighbor'), await arrive('neighbor2')]
    const others = cardOf(author.page, title)
    await cardOf(page, title).getByRole('button', { name: give }).click()
    await given(page, title).waitFor()
    await others.getByText(language === 'fr' ? /^1\s+personne est intéressée$/ : /^1\s+person is interested$/).waitFor()
    await author.page.goto(`/les-tilleuls/actualites/publication?id=${post._id}`)
    await author.page
      .getByRole('region', { name: say('post.who.post') })
      .getByRole('listitem')
      .getByRole('link', { name: say('feed.chat', { name: 'Camille R.' }), exact: true })
      .waitFor()
    // its author talks with them from then on
    await others.getByRole('button', { name: say('feed.group.own'), exact: true }).waitFor()
    await given(page, title).click()
    await author.page.getByText(say('post.who.none')).waitFor()
    await page.reload()
    expect(await cardOf(page, title).getByRole('button', { name: give }).getAttribute('aria-pressed')).toBe('false')
  })

  it('leaves the card as tall as it was, and its count in view', async () => {
    const author = await stage().server.as('neighbor2')
    const { answer: categories } = await author.call(listTemplateCategories)
    const template = categories.flatMap(one => one.templates).find(({ type }) => type === 'Activity')!
    const { answer: post } = await author.call(publishTemplate, {
      body: { templateId: template._id, dateId: 'now', tmpId: named('Haute') },
    })
    const { page } = await arrive('neighbor')
    await page.goto(`/les-tilleuls/actualites/publication?id=${post._id}`)
    const card = page.getByRole('article')
    const foot = card.locator('footer')
    await card.getByRole('button', { name: say('feed.answer.give.activity'), exact: true }).waitFor()
    if (size === 'phone') await page.setViewportSize({ width: 360, height: 640 })
    const { height } = (await foot.boundingBox())!
    await card.getByRole('button', { name: say('feed.answer.give.activity'), exact: true }).click()
    await card.getByRole('button', { name: say('feed.group'), exact: true }).waitFor()
    expect((await foot.boundingBox())!.height).toBe(height)
    const message = page.getByText(say('feed.answered', { name: 'Mehdi B.' }))
    await message.waitFor()
    const count = card.getByText(language === 'fr' ? /^1\s+personne vient/ : /^1\s+person is coming/)
    await count.waitFor()
    await expect
      .poll(() =>
        count.evaluate(element => {
          const { left, top, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(left + 2, top + height / 2))
        }),
      )
      .toBe(true)
  })

  it('has its moment: colours cross, the check is drawn, the count rolls; none where motion is reduced', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const title = named('Moment')
      await write(title)
      const { page } = await stage().welcome({ size, language, as: 'neighbor', context: { reducedMotion } })
      await page.goto(FEED)
      const card = cardOf(page, title)
      await card.getByRole('button', { name: give }).waitFor()
      // its parts stand still halfway, and are looked at there and when they are over
      const moment = await card.evaluate(async element => {
        const button = element.querySelector<HTMLElement>('button[aria-pressed]')!
        const look = () => {
          const count = [...element.querySelectorAll('b')].find(one => /^\d+$/.test(one.textContent))
          const check = button.querySelector('svg')!
          const { backgroundColor: ground, color: ink } = getComputedStyle(button)
          return {
            ground,
            ink,
            drawn: parseFloat(getComputedStyle(check).strokeDashoffset),
            rolled: count ? count.getBoundingClientRect().top : NaN,
          }
        }
        const before = look()
        button.click()
        while (button.ariaPressed !== 'true') await new Promise(requestAnimationFrame)
        const moving = element
          .getAnimations({ subtree: true })
          .filter(({ effect }) => Number(effect!.getComputedTiming().duration) > 0)
        for (const one of moving) one.pause()
        const at = (ms: number) => {
          for (const one of moving) one.currentTime = ms
          return look()
        }
        const ends = moving.map(({ effect }) => Number(effect!.getComputedTiming().endTime))
        const begun = at(0)
        const half = at(Math.max(0, ...ends) / 3)
        for (const one of moving) one.finish()
        return { before, begun, half, after: look(), longest: Math.max(0, ...ends), moving: moving.length }
      })
      const { before, begun, half, after, longest } = moment
      expect(after.ground).not.toBe(before.ground)
      expect(after.ink).not.toBe(before.ink)
      if (reducedMotion === 'reduce') {
        expect(moment.moving).toBe(0)
        continue
      }
      expect(longest).toBeGreaterThanOrEqual(150)
      expect(longest).toBeLessThanOrEqual(250)
      for (const colour of ['ground', 'ink'] as const) {
        expect(begun[colour]).toBe(before[colour])
        expect([before[colour], after[colour]]).not.toContain(half[colour])
      }
      expect(begun.drawn).toBeGreaterThan(half.drawn)
      expect(half.drawn).toBeGreaterThan(after.drawn)
      // it comes up from below its line
      expect(begun.rolled).toBeGreaterThan(half.rolled)
      expect(half.rolled).toBeGreaterThan(after.rolled)
    }
  })

  it('that is refused goes back, with words', async () => {
    const title = named('Refus')
    await write(title)
    const { page, context, faults } = await arrive('neighbor')
    faults.expect('500')
    await onCall(context, /\/events\/interested\//, route =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":{"key":"unexpectederror"}}' }),
    )
    await cardOf(page, title).getByRole('button', { name: give }).click()
    await page.getByRole('alert').getByText(say('errors.unexpectederror')).waitFor()
    await expect
      .poll(() => cardOf(page, title).getByRole('button', { name: give }).getAttribute('aria-pressed'))
      .toBe('false')
  })

  it("one's own is deleted after a question; another's is reported, with thanks", async () => {
    const [mine, theirs] = [named('Mienne'), named('Autre')]
    await write(mine, 'neighbor')
    await write(theirs)
    const { page } = await arrive('neighbor')
    expect(await cardOf(page, mine).getByRole('button', { name: give }).count()).toBe(0)
    await cardOf(page, mine)
      .getByRole('button', { name: say('feed.menu.of', { title: mine }) })
      .click()
    await page.getByRole('menuitem', { name: say('feed.menu.remove') }).click()
    await page
      .getByRole('alertdialog', { name: say('post.remove.title') })
      .getByRole('button', { name: say('post.remove.yes') })
      .click()
    await expect.poll(() => cardOf(page, mine).count()).toBe(0)
    await cardOf(page, theirs)
      .getByRole('button', { name: say('feed.menu.of', { title: theirs }) })
      .click()
    await page.getByRole('menuitem', { name: say('feed.menu.flag') }).click()
    const dialog = page.getByRole('dialog', { name: say('rules.report.title.post') })
    await dialog.getByRole('textbox').fill('spam')
    await dialog.getByRole('button', { name: say('rules.report.yes') }).click()
    await page.getByText(say('rules.report.done')).waitFor()
  })

  it('a shared address leads past the log-in to the post, and its picture opens whole', async () => {
    const { db, communityId } = stage().server
    const { id } = await db
      .selectFrom('events')
      .select('id')
      .where('community_id', '=', await communityId('les-tilleuls'))
      .where('photo_id', 'is not', null)
      .where('youtube_video_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const nobody = await stage().welcome({ size, language })
    await nobody.page.goto(`/detail-publication?id=${id}`)
    await nobody.page.waitForURL(
      url => url.pathname.endsWith('/connexion') && url.searchParams.get('next') === `/detail-publication?id=${id}`,
    )
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await page.goto(`/detail-publication?id=${id}`)
    await page.waitForURL(url => url.pathname === '/les-tilleuls/actualites/publication')
    await page.getByRole('link', { name: say('feed.photo.zoom') }).click()
    await page.waitForURL(url => url.pathname === '/zoom-image')
    const scale = () => page.locator('[data-scale]').getAttribute('data-scale')
    await expect
      .poll(() => page.locator('[data-scale] img').evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100)
    await page.keyboard.press('+')
    expect(await scale()).toBe('1.40')
    await page.getByRole('button', { name: say('media.zoom.out') }).click()
    expect(await scale()).toBe('1.00')
    await page.keyboard.press('Escape')
    await page.waitForURL(url => url.pathname === '/les-tilleuls/actualites/publication')
  })
})
