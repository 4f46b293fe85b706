// features: publish, feed, outbox, session
import { removeEvent } from '@parvis/contract/feed.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const FORM = `${FEED}/edition-publication`
const PUBLISH = /\/events\/publish$/

const formOf = (page: Page, t: Shape['t']) => ({
  text: page.locator('textarea[name=description]'),
  title: page.locator('input[name=title]'),
  alt: page.locator('input[name=alt]'),
  video: page.locator('input[name=video]'),
  photo: page.locator('input[type=file]').first(),
  post: page.getByRole('button', { name: t('publish.post'), exact: true }),
  language: (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
})

/** Creates a photo in the size of a phone camera. */
const takePhoto = (page: Page) =>
  page
    .evaluate(async () => {
      const canvas = new OffscreenCanvas(2400, 1600)
      const canvasContext = canvas.getContext('2d')!
      for (let n = 0; n < 60; n++) {
        canvasContext.fillStyle = `hsl(${n % 360} 60% 50%)`
        canvasContext.fillRect((n * 370) % 2400, (n * 290) % 1600, 300, 200)
      }
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
    })
    .then(bytes => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) }))

const findPosts = (text: string) =>
  testServer()
    .server.db.selectFrom('events')
    .selectAll()
    .where(eb => eb.or([eb('description', '=', text), eb('description_en', '=', text)]))
    .execute()

describe.each(oppositeShapes)('writing a post, $size, $language', ({ size, language, t }) => {
  const openPage = async (path = FORM) => {
    const visit = await testServer().newPage({ size, language, as: 'neighbor' })
    await visit.page.goto(path)
    return { ...visit, form: formOf(visit.page, t) }
  }
  const uniqueText = (text: string) => `${text} ${size} ${language} ${Math.random()}`

  it('a post is published in both languages with its photo after a reload, appears at once, and can be edited', async () => {
    const { page, form } = await openPage()
    const [french, english] = [uniqueText('Bonjour'), uniqueText('Hello')]
    const alt = uniqueText('A ginger cat')
    await form.language('Français').click()
    await form.text.fill(french)
    await form.language('English').click()
    await form.text.fill(english)
    await form.language(language === 'fr' ? 'Français' : 'English').click()
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill(alt)
    expect(await findAxeViolations(page)).toEqual([])
    // A reload keeps the draft, with its photo.
    await page.reload()
    await page.getByText(t('publish.draft.restored')).waitFor()
    const restoredPhoto = page.getByRole('main').getByAltText(alt)
    await expect
      .poll(() => restoredPhoto.evaluate(element => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    expect(await form.alt.inputValue()).toBe(alt)
    await form.post.click()
    await page.getByText(t('publish.published')).waitFor()
    const shownText = language === 'fr' ? french : english
    const card = page.getByRole('article').first()
    await card.getByText(shownText).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    const image = card.getByAltText(alt)
    await expect.poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const [row] = await findPosts(french)
    expect(row).toMatchObject({ description: french, description_en: english, group_id: 'post' })
    expect(await page.evaluate(() => localStorage.getItem('postdrafts'))).toBeNull()

    await card.locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: t('postacts.edit'), exact: true }).click()
    await expect.poll(() => form.text.inputValue()).toBe(shownText)
    expect(await form.alt.inputValue()).toBe(alt)
    await form.text.fill(`${shownText}, changed`)
    await page.getByRole('button', { name: t('publish.save'), exact: true }).click()
    await page.getByText(t('publish.saved')).waitFor()
    await card.getByText(`${shownText}, changed`).waitFor()
    expect(await findPosts(`${shownText}, changed`)).toMatchObject([
      {
        id: row!.id,
        photo_id: row!.photo_id,
        ...(language === 'fr' ? { description_en: english } : { description: french }),
      },
    ])
  })

  it('a pending post can be edited with its photo, and is published once in its last version', async () => {
    const { page, form, pageErrors } = await openPage()
    pageErrors.allow('net::ERR_')
    const text = uniqueText('Changed')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.waitFor()
    let isResponseLost = true
    await page.route(PUBLISH, async route => {
      if (!isResponseLost) return route.continue()
      await route.fetch().catch(() => {})
      await route.abort('connectionreset').catch(() => {})
    })
    await form.post.click()
    const pendingSection = page.getByRole('region', { name: t('outbox.title') })
    await pendingSection.getByText(text).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    // After a reload, the pending post can be opened in the form again.
    await page.reload()
    await pendingSection.getByRole('button', { name: t('outbox.change.of', { what: text }) }).click()
    await expect.poll(() => form.text.inputValue()).toBe(text)
    await form.alt.waitFor()
    await form.text.fill(`${text}!`)
    isResponseLost = false
    await form.post.click()
    await page.getByText(t('publish.published')).waitFor()
    await page.getByRole('article').first().getByText(`${text}!`).waitFor()
    expect([(await findPosts(text)).length, (await findPosts(`${text}!`)).length]).toEqual([0, 1])
  })

  it('the draft and its photo are discarded when the session ends, and the log-in says so', async () => {
    const { page, context, form, pageErrors } = await openPage()
    pageErrors.allow(lateRequestErrors)
    await form.text.fill(uniqueText('Half said'))
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await context.request.delete('/api/auth', { headers: { origin: testServer().origin } })
    await page.waitForURL('**/les-tilleuls/connexion?**')
    const notSentNotice = page.getByText(language === 'fr' ? /^Non envoyé.*1\spublication/ : /^Not sent.*1\spost/)
    await notSentNotice.waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Half said')
    await logIn(page, t, 'neighbor@demo.example')
    await form.text.waitFor()
    expect([
      await form.text.inputValue(),
      await form.alt.count(),
      await page.getByText(t('publish.draft.restored')).count(),
    ]).toEqual(['', 0, 0])
  })

  it('a post deleted during an edit can be published as a new post with its photo and text', async () => {
    const { page, form, pageErrors } = await openPage()
    // The app requests the largest size of the photo only after the post was deleted.
    pageErrors.allow(/answer: (?:PUT|GET) \/events\/\S+ 404/, /answer: GET \/media\/\S+\/full 404/)
    const text = uniqueText('Before')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await form.post.click()
    await page.getByText(t('publish.published')).waitFor()
    const [row] = await findPosts(text)
    await goTo(page, `${FORM}?id=${row!.id}`)
    await expect.poll(() => form.text.inputValue()).toBe(text)
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByAltText('A cat')
          .evaluate(image => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
    await form.text.fill(`${text}, changed`)
    await (await testServer().server.as('neighbor')).call(removeEvent, { params: { id: row!.id } })
    await page.getByRole('button', { name: t('publish.save'), exact: true }).click()
    await page.getByRole('alert').getByText(t('publish.gone.still')).waitFor()
    // The form still says that the post was deleted after a reload.
    await page.reload()
    await page.getByText(t('publish.gone.still')).waitFor()
    await page.getByRole('heading', { level: 1, name: t('publish.title'), exact: true }).waitFor()
    expect(await page.getByText(t('publish.title.edit')).count()).toBe(0)
    // The page title starts with the unread count.
    await expect
      .poll(async () => (await page.title()).replace(/^\(\d+\) /, ''))
      .toBe(`${t('publish.title')} · Les Tilleuls · Parvis`)
    expect([await form.text.inputValue(), await form.alt.inputValue()]).toEqual([`${text}, changed`, 'A cat'])
    await page.getByRole('button', { name: t('publish.gone.anew'), exact: true }).click()
    await page.getByText(t('publish.published')).waitFor()
    await page.waitForURL(url => url.pathname === FEED)
    const [republished] = await findPosts(`${text}, changed`)
    expect(republished!.id).not.toBe(row!.id)
    expect(republished!.photo_id).not.toBeNull()
  })
})
