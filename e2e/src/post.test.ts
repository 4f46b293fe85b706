// features: publish, feed, outbox, session
import { removeEvent } from '@parvis/contract/feed.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const FORM = `${FEED}/edition-publication`
const PUBLISH = /\/events\/publish$/

const formOf = (page: Page, say: Shape['say']) => ({
  text: page.locator('textarea[name=description]'),
  title: page.locator('input[name=title]'),
  alt: page.locator('input[name=alt]'),
  video: page.locator('input[name=video]'),
  photo: page.locator('input[type=file]').first(),
  post: page.getByRole('button', { name: say('publish.post'), exact: true }),
  language: (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
})

/** A photo in the size of a phone camera. */
const takePhoto = (page: Page) =>
  page
    .evaluate(async () => {
      const canvas = new OffscreenCanvas(2400, 1600)
      const pen = canvas.getContext('2d')!
      for (let n = 0; n < 60; n++) {
        pen.fillStyle = `hsl(${n % 360} 60% 50%)`
        pen.fillRect((n * 370) % 2400, (n * 290) % 1600, 300, 200)
      }
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
    })
    .then(bytes => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) }))

const rowsWith = (text: string) =>
  stage()
    .server.db.selectFrom('events')
    .selectAll()
    .where(eb => eb.or([eb('description', '=', text), eb('description_en', '=', text)]))
    .execute()

describe.each(oppositeShapes)('writing a post, $size, $language', ({ size, language, say }) => {
  const arrive = async (path = FORM) => {
    const guest = await stage().welcome({ size, language, as: 'neighbor' })
    await guest.page.goto(path)
    return { ...guest, form: formOf(guest.page, say) }
  }
  const own = (text: string) => `${text} ${size} ${language} ${Math.random()}`

  it('is published in both languages with a photo, after a reload, appears at once, and can be edited', async () => {
    const { page, form } = await arrive()
    const [french, english] = [own('Bonjour'), own('Hello')]
    const alt = own('A ginger cat')
    await form.language('Français').click()
    await form.text.fill(french)
    await form.language('English').click()
    await form.text.fill(english)
    await form.language(language === 'fr' ? 'Français' : 'English').click()
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill(alt)
    expect(await findBarriers(page)).toEqual([])
    // A reload keeps the draft, with its photo.
    await page.reload()
    await page.getByText(say('publish.draft.restored')).waitFor()
    const kept = page.getByRole('main').getByAltText(alt)
    await expect.poll(() => kept.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect(await form.alt.inputValue()).toBe(alt)
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    const written = language === 'fr' ? french : english
    const card = page.getByRole('article').first()
    await card.getByText(written).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    const image = card.getByAltText(alt)
    await expect.poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const [row] = await rowsWith(french)
    expect(row).toMatchObject({ description: french, description_en: english, group_id: 'post' })
    expect(await page.evaluate(() => localStorage.getItem('postdrafts'))).toBeNull()

    await card.locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: say('postacts.edit'), exact: true }).click()
    await expect.poll(() => form.text.inputValue()).toBe(written)
    expect(await form.alt.inputValue()).toBe(alt)
    await form.text.fill(`${written}, changed`)
    await page.getByRole('button', { name: say('publish.save'), exact: true }).click()
    await page.getByText(say('publish.saved')).waitFor()
    await card.getByText(`${written}, changed`).waitFor()
    expect(await rowsWith(`${written}, changed`)).toMatchObject([
      {
        id: row!.id,
        photo_id: row!.photo_id,
        ...(language === 'fr' ? { description_en: english } : { description: french }),
      },
    ])
  })

  it('is pending with its photo, can be edited, and is published once in its last version', async () => {
    const { page, form, faults } = await arrive()
    faults.expect('net::ERR_')
    const text = own('Changed')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.waitFor()
    let isLost = true
    await page.route(PUBLISH, async route => {
      if (!isLost) return route.continue()
      await route.fetch().catch(() => {})
      await route.abort('connectionreset').catch(() => {})
    })
    await form.post.click()
    const waiting = page.getByRole('region', { name: say('outbox.title') })
    await waiting.getByText(text).waitFor()
    expect(await findBarriers(page)).toEqual([])
    // A reload, then back into the form.
    await page.reload()
    await waiting.getByRole('button', { name: say('outbox.change.of', { what: text }) }).click()
    await expect.poll(() => form.text.inputValue()).toBe(text)
    await form.alt.waitFor()
    await form.text.fill(`${text}!`)
    isLost = false
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    await page.getByRole('article').first().getByText(`${text}!`).waitFor()
    expect([(await rowsWith(text)).length, (await rowsWith(`${text}!`)).length]).toEqual([0, 1])
  })

  it('discards the draft with its photo when the session is ended elsewhere, which the log-in says', async () => {
    const { page, context, form, faults } = await arrive()
    faults.expect(askedTooLate)
    await form.text.fill(own('Half said'))
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await context.request.delete('/api/auth', { headers: { origin: stage().origin } })
    await page.waitForURL('**/les-tilleuls/connexion?**')
    const removed = page.getByText(language === 'fr' ? /^Non envoyé.*1\spublication/ : /^Not sent.*1\spost/)
    await removed.waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Half said')
    await logIn(page, say, 'neighbor@demo.example')
    await form.text.waitFor()
    expect([
      await form.text.inputValue(),
      await form.alt.count(),
      await page.getByText(say('publish.draft.restored')).count(),
    ]).toEqual(['', 0, 0])
  })

  it('deleted meanwhile, can be published as a new post with its photo and text', async () => {
    const { page, form, faults } = await arrive()
    // The largest size of its photo was never requested before the post was deleted.
    faults.expect(/answer: (?:PUT|GET) \/events\/\S+ 404/, /answer: GET \/media\/\S+\/full 404/)
    const text = own('Before')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    const [row] = await rowsWith(text)
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
    await (await stage().server.as('neighbor')).call(removeEvent, { params: { id: row!.id } })
    await page.getByRole('button', { name: say('publish.save'), exact: true }).click()
    await page.getByRole('alert').getByText(say('publish.gone.still')).waitFor()
    // after a reload too
    await page.reload()
    await page.getByText(say('publish.gone.still')).waitFor()
    await page.getByRole('heading', { level: 1, name: say('publish.title'), exact: true }).waitFor()
    expect(await page.getByText(say('publish.title.edit')).count()).toBe(0)
    // The title starts with the unread count.
    await expect
      .poll(async () => (await page.title()).replace(/^\(\d+\) /, ''))
      .toBe(`${say('publish.title')} · Les Tilleuls · Parvis`)
    expect([await form.text.inputValue(), await form.alt.inputValue()]).toEqual([`${text}, changed`, 'A cat'])
    await page.getByRole('button', { name: say('publish.gone.anew'), exact: true }).click()
    await page.getByText(say('publish.published')).waitFor()
    await page.waitForURL(url => url.pathname === FEED)
    const [again] = await rowsWith(`${text}, changed`)
    expect(again!.id).not.toBe(row!.id)
    expect(again!.photo_id).not.toBeNull()
  })
})
