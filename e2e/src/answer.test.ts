// features: feed, moderation, media, session
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites?filter=all'

let titleCount = 0

const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

describe.each(oppositeShapes)('actions on a post, $size, $language', ({ size, language, t }) => {
  const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
  const write = async (title: string, as = 'neighbor2') =>
    (
      await (
        await testServer().server.as(as)
      ).call(publishPost, {
        body: {
          title,
          description: title,
          lang: { en: { title } },
          tmpId: `${as} ${title}`,
        },
      })
    ).answer
  const openPage = async (as: string) => {
    const visit = await testServer().newPage({ size, language, as })
    await visit.page.goto(FEED)
    await visit.page.getByRole('article').first().waitFor()
    return visit
  }
  const answerLabel = /^Int[eé]res/i
  const answeredButton = (page: Page, title: string) =>
    cardOf(page, title).getByRole('button', { name: language === 'fr' ? /plus intéressé/ : /not interested/ })

  it('an answer appears at once, updates the count and the names that the author sees, and can be withdrawn', async () => {
    const title = uniqueTitle('Réponse')
    const post = await write(title)
    const [{ page }, author] = [await openPage('neighbor'), await openPage('neighbor2')]
    const authorCard = cardOf(author.page, title)
    const countText = language === 'fr' ? /^1\s+personne est intéressée$/ : /^1\s+person is interested$/
    await cardOf(page, title).getByRole('heading', { level: 2 }).getByRole('link').click()
    await page.waitForURL('**/actualites/publication?**')
    const detail = page.getByRole('article').first()
    await detail.getByRole('button', { name: answerLabel }).click()
    await detail.locator('button[aria-pressed=true]').waitFor()
    // The toast must not cover the count.
    await page.getByText(t('feed.answered', { name: 'Mehdi B.' })).waitFor()
    const count = detail.getByText(countText)
    await expect
      .poll(() =>
        count.evaluate(element => {
          const { left, top, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(left + 2, top + height / 2))
        }),
      )
      .toBe(true)
    await page.goBack()
    await answeredButton(page, title).waitFor()
    await authorCard.getByText(countText).waitFor()
    await goTo(author.page, `/les-tilleuls/actualites/publication?id=${post._id}`)
    await author.page
      .getByRole('region', { name: t('post.who.post') })
      .getByRole('listitem')
      .getByRole('link', { name: t('feed.chat', { name: 'Camille R.' }), exact: true })
      .waitFor()
    // The answer has opened a group conversation of the author with those who answered.
    await authorCard.getByRole('button', { name: t('feed.group.own'), exact: true }).waitFor()
    await answeredButton(page, title).click()
    await author.page.getByText(t('post.who.none')).waitFor()
    await page.reload()
    expect(await cardOf(page, title).getByRole('button', { name: answerLabel }).getAttribute('aria-pressed')).toBe(
      'false',
    )
  })

  it('a member deletes their own post after confirmation, and Back closes the report dialog without losing the typed reason', async () => {
    const [mine, theirs] = [uniqueTitle('Mienne'), uniqueTitle('Autre')]
    await write(mine, 'neighbor')
    await write(theirs)
    const { page } = await openPage('neighbor')
    expect(await cardOf(page, mine).getByRole('button', { name: answerLabel }).count()).toBe(0)
    await cardOf(page, mine)
      .getByRole('button', { name: t('feed.menu.of', { title: mine }) })
      .click()
    await page.getByRole('menuitem', { name: t('postacts.delete') }).click()
    await page
      .getByRole('alertdialog', { name: t('postacts.remove.title') })
      .getByRole('button', { name: t('postacts.remove.yes') })
      .click()
    await expect.poll(() => cardOf(page, mine).count()).toBe(0)
    await cardOf(page, theirs)
      .getByRole('button', { name: t('feed.menu.of', { title: theirs }) })
      .click()
    await page.getByRole('menuitem', { name: t('postacts.flag') }).click()
    const dialog = page.getByRole('dialog', { name: t('rules.report.title.post') })
    await dialog.getByRole('textbox').fill('spam')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/les-tilleuls/actualites')
    const menu = cardOf(page, theirs).getByRole('button', { name: t('feed.menu.of', { title: theirs }) })
    await menu.click()
    await page.getByRole('menu').waitFor()
    await page.goBack()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    await menu.click()
    await page.getByRole('menuitem', { name: t('postacts.flag') }).click()
    expect(await dialog.getByRole('textbox').inputValue()).toBe('spam')
    await dialog.getByRole('button', { name: t('rules.report.yes') }).click()
    await page.getByText(t('rules.report.done')).waitFor()
  })

  it('a shared link leads through the log-in to the post, whose picture opens full size', async () => {
    const { db, communityId } = testServer().server
    const { id } = await db
      .selectFrom('events')
      .select('id')
      .where('community_id', '=', await communityId('les-tilleuls'))
      .where('photo_id', 'is not', null)
      .where('youtube_video_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { page } = await testServer().newPage({ size, language })
    await page.goto(`/detail-publication?id=${id}`)
    await page.waitForURL(
      url => url.pathname.endsWith('/connexion') && url.searchParams.get('next') === `/detail-publication?id=${id}`,
    )
    await logIn(page, t, 'neighbor@demo.example')
    await page.waitForURL(url => url.pathname === '/les-tilleuls/actualites/publication')
    await page.getByRole('link', { name: t('feed.photo.zoom') }).click()
    await page.waitForURL(url => url.pathname === '/zoom-image')
    const scale = () => page.locator('[data-scale]').getAttribute('data-scale')
    await expect
      .poll(() => page.locator('[data-scale] img').evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100)
    await page.keyboard.press('+')
    expect(await scale()).toBe('1.40')
    await page.getByRole('button', { name: t('media.zoom.out') }).click()
    expect(await scale()).toBe('1.00')
    await page.keyboard.press('Escape')
    await page.waitForURL(url => url.pathname === '/les-tilleuls/actualites/publication')
  })
})
