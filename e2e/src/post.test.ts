// features: feed
import { removeEvent } from '@parvis/contract/feed.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const FORM = `${FEED}/edition-publication`
const PUBLISH = /\/events\/publish$/

const formOf = (page: Page, say: Shape['say']) => ({
  text: page.locator('textarea'),
  title: page.locator('input[name=title]'),
  alt: page.locator('input[name=alt]'),
  video: page.locator('input[name=video]'),
  photo: page.locator('input[type=file]').first(),
  post: page.getByRole('button', { name: say('publish.post'), exact: true }),
  language: (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
})

/** A photo as large as a phone takes it. */
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

  it('wants a text, and says so beside it', async () => {
    const { page, form } = await arrive()
    await form.title.fill('Moustache')
    await form.post.click()
    await page.getByText(say('errors.descriptionmandatory')).waitFor()
    await expect.poll(() => form.text.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await form.text.getAttribute('aria-invalid')).toBe('true')
    expect(await form.title.inputValue()).toBe('Moustache')
    expect(await findBarriers(page)).toEqual([])
  })

  it('goes out in both languages, and stands at the head of the feed at once', async () => {
    const { page, form } = await arrive()
    const [french, english] = [own('Bonjour'), own('Hello')]
    await form.language('Français').click()
    await form.text.fill(french)
    await form.language('English').click()
    await form.text.fill(english)
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    await page
      .getByRole('article')
      .first()
      .getByText(language === 'fr' ? french : english)
      .waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    expect(await rowsWith(french)).toMatchObject([{ description: french, description_en: english, group_id: 'post' }])
    expect(await page.evaluate(() => localStorage.getItem('postdrafts'))).toBeNull()
  })

  it('takes a photo with words for who cannot see it, and the text is optional', async () => {
    const { page, form } = await arrive()
    const attach = page.getByRole('group', { name: say('publish.attach') })
    const heights = await attach.evaluate(group =>
      [...group.querySelectorAll('[data-kind]')]
        .map(one => one.getBoundingClientRect().height)
        .filter(height => height > 0),
    )
    expect(heights.length).toBeGreaterThan(1)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await form.photo.setInputFiles(await takePhoto(page))
    const alt = own('A ginger cat')
    await form.alt.fill(alt)
    expect(await form.text.getAttribute('placeholder')).toBe(say('publish.text.word'))
    expect(await findBarriers(page)).toEqual([])
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    const image = page.getByRole('article').first().getByAltText(alt)
    await image.waitFor()
    await expect.poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  it('says at once what file cannot be a photo, and keeps what was typed', async () => {
    const { page, form } = await arrive()
    await form.text.fill('Kept')
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)])
    for (const [name, mimeType, buffer, key] of [
      ['note.txt', 'text/plain', Buffer.from('hello'), 'nopicture'],
      ['drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'nopicture'],
      ['IMG_1.heic', 'image/heic', heic, 'heic'],
      ['cat.jpg', 'image/jpeg', Buffer.from('no picture'), 'unreadable'],
    ] as const) {
      await form.photo.setInputFiles({ name, mimeType, buffer })
      await page.getByText(say(`media.photo.${key}`)).waitFor()
    }
    expect(await form.text.inputValue()).toBe('Kept')
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.waitFor()
    expect(await page.getByText(say('media.photo.unreadable')).count()).toBe(0)
  })

  it('finds a pasted video, and refuses a link to anything else', async () => {
    const { page, form } = await arrive()
    const text = own('Look')
    await form.text.pressSequentially(`${text} https://youtu.be/dQw4w9WgXcQ `)
    await expect.poll(() => form.video.inputValue()).toBe('https://youtu.be/dQw4w9WgXcQ')
    expect(await form.text.evaluate(element => element === document.activeElement)).toBe(true)
    await form.video.fill('https://example.org/film')
    await form.post.click()
    await page.getByText(say('errors.invalidvideolink')).waitFor()
    await expect.poll(() => form.video.evaluate(element => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: say('publish.video.remove') }).click()
    await form.text.press('End')
    await form.text.pressSequentially(' ')
    expect(await form.video.count()).toBe(0)
    await page.getByRole('button', { name: say('publish.video'), exact: true }).click()
    await form.video.fill('https://www.youtube.com/live/dQw4w9WgXcQ')
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    expect(await rowsWith(`${text} https://youtu.be/dQw4w9WgXcQ`)).toMatchObject([{ youtube_video_id: 'dQw4w9WgXcQ' }])
  })

  it('survives a reload with its photo, is kept when its writer leaves, and can be thrown away', async () => {
    const { page, form } = await arrive(FEED)
    await page.getByRole('article').first().waitFor()
    await page.goto(FORM)
    const text = own('Begun')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await page.reload()
    await page.getByText(say('publish.draft.restored')).waitFor()
    expect([await form.text.inputValue(), await form.alt.inputValue()]).toEqual([text, 'A cat'])
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByAltText('A cat')
          .evaluate(element => (element as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
    await form.title.fill('More')
    await page.getByRole('button', { name: say('publish.cancel'), exact: true }).click()
    await page.getByText(say('publish.draft.kept')).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    await page.goto(FORM)
    await page.getByRole('button', { name: say('publish.draft.discard') }).click()
    await expect.poll(() => form.text.inputValue()).toBe('')
    expect(await page.getByText(say('publish.draft.restored')).count()).toBe(0)
    await page.getByRole('button', { name: say('publish.draft.undo') }).click()
    await expect.poll(() => form.alt.inputValue()).toBe('A cat')
    expect([await form.title.inputValue(), await form.text.inputValue()]).toEqual(['More', text])
    await page.getByRole('button', { name: say('publish.draft.discard') }).click()
    await page.getByRole('button', { name: say('publish.draft.undo') }).waitFor()
    // what is written after it is not written over
    await form.text.fill('Anew')
    await page.getByRole('button', { name: say('publish.draft.undo') }).waitFor({ state: 'hidden' })
    await form.text.fill('')
    await page.reload()
    await form.text.waitFor()
    expect(await form.text.inputValue()).toBe('')
  })

  it('is stored once when the connection drops in mid-post, and goes out by itself', async () => {
    const { page, form, faults } = await arrive()
    faults.expect('net::ERR_')
    const text = own('Dropped')
    await form.text.fill(text)
    let drops = 1
    // it arrives, its answer does not
    await page.route(PUBLISH, async route => {
      if (drops-- <= 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await form.post.click()
    await page.getByText(say('outbox.later')).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    await page.getByText(say('outbox.sent.post')).waitFor()
    await page.getByRole('article').first().getByText(text).waitFor()
    expect(await page.getByRole('region', { name: say('outbox.title') }).count()).toBe(0)
    expect((await rowsWith(text)).length).toBe(1)
  })

  it('waits with its photo, goes back into its form, and says once what was written last', async () => {
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
    // through a reload, and back
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

  it('can be stopped while its photo leaves, and told by the server what is wrong with it', async () => {
    const { page, form, faults } = await arrive()
    faults.expect('net::ERR_', 'answer: POST /events/publish 415', 'answer: POST /events/publish 429')
    await form.text.fill('Kept')
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.waitFor()
    let answer: 'never' | 'unsupportedmedia' | 'toomanyrequests' = 'never'
    await page.route(PUBLISH, route =>
      answer === 'never'
        ? undefined
        : route.fulfill({
            status: answer === 'unsupportedmedia' ? 415 : 429,
            contentType: 'application/json',
            body: JSON.stringify({
              error: { key: answer, ...(answer === 'unsupportedmedia' && { field: 'files' }), params: { seconds: 60 } },
            }),
          }),
    )
    await form.post.click()
    await page.getByRole('button', { name: say('publish.stop'), exact: true }).click()
    await page.getByText(say('publish.stopped')).waitFor()
    answer = 'unsupportedmedia'
    await form.post.click()
    await page.getByRole('alert').getByText(say('errors.unsupportedmedia')).waitFor()
    answer = 'toomanyrequests'
    await form.post.click()
    await page.getByRole('alert').getByText(say('publish.still')).waitFor()
    expect([await form.text.inputValue(), await form.alt.count()]).toEqual(['Kept', 1])
  })

  it('waits for its writer, with its photo, when the session is ended from elsewhere', async () => {
    const { page, context, form, faults } = await arrive()
    faults.expect(askedTooLate)
    const text = own('Half said')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await context.request.delete('/api/auth', { headers: { origin: stage().origin } })
    await page.waitForURL('**/les-tilleuls/connexion?**')
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByText(say('publish.draft.restored')).waitFor()
    expect([await form.text.inputValue(), await form.alt.inputValue()]).toEqual([text, 'A cat'])
    await page.getByRole('button', { name: say('publish.photo.remove') }).waitFor()
  })

  it('leaves nothing of itself behind when its writer signs out', async () => {
    const { page, form, faults } = await arrive()
    faults.expect(askedTooLate)
    await form.text.fill(own('Nobody else reads this'))
    await page.goto(FEED)
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: say('session.menu.logout') }).click()
    await page.waitForURL('**/les-tilleuls')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Nobody else')
    await page.goto(FORM)
    await logIn(page, say, 'neighbor@demo.example')
    await form.text.waitFor()
    expect([await form.text.inputValue(), await page.getByText(say('publish.draft.restored')).count()]).toEqual(['', 0])
  })

  it("changes one's own post, and leaves what is not touched", async () => {
    const { page, form } = await arrive()
    const text = own('First')
    await form.title.fill('Title')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    const [row] = await rowsWith(text)
    await page.goto(`${FORM}?id=${row!.id}`)
    await expect.poll(() => form.text.inputValue()).toBe(text)
    expect(await form.alt.inputValue()).toBe('A cat')
    await form.text.fill(`${text}, changed`)
    await page.getByRole('button', { name: say('publish.save'), exact: true }).click()
    await page.getByText(say('publish.saved')).waitFor()
    expect(await rowsWith(`${text}, changed`)).toMatchObject([
      { id: row!.id, photo_id: row!.photo_id, ...(language === 'fr' ? { title: 'Title' } : { title_en: 'Title' }) },
    ])
  })

  it('that was deleted meanwhile can be published anew, with its photo and all that was written', async () => {
    const { page, form, faults } = await arrive()
    // the largest size of its photo was not asked for before the post went
    faults.expect(/answer: (?:PUT|GET) \/events\/\S+ 404/, /answer: GET \/media\/\S+\/full 404/)
    const text = own('Before')
    await form.text.fill(text)
    await form.photo.setInputFiles(await takePhoto(page))
    await form.alt.fill('A cat')
    await form.post.click()
    await page.getByText(say('publish.published')).waitFor()
    const [row] = await rowsWith(text)
    await page.goto(`${FORM}?id=${row!.id}`)
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
    const isANewOne = async () => {
      await page.getByRole('heading', { level: 1, name: say('publish.title'), exact: true }).waitFor()
      expect(await page.getByText(say('publish.title.edit')).count()).toBe(0)
      // what waits to be read is counted before it
      await expect
        .poll(async () => (await page.title()).replace(/^\(\d+\) /, ''))
        .toBe(`${say('publish.title')} · Les Tilleuls · Parvis`)
    }
    await isANewOne()
    // after a reload too
    await page.reload()
    await page.getByText(say('publish.gone.still')).waitFor()
    await isANewOne()
    expect([await form.text.inputValue(), await form.alt.inputValue()]).toEqual([`${text}, changed`, 'A cat'])
    await page.getByRole('button', { name: say('publish.gone.anew'), exact: true }).click()
    await page.getByText(say('publish.published')).waitFor()
    await page.waitForURL(url => url.pathname === FEED)
    const [again] = await rowsWith(`${text}, changed`)
    expect(again!.id).not.toBe(row!.id)
    expect(again!.photo_id).not.toBeNull()
    // nothing was written there
    await page.goto(`${FORM}?id=${row!.id}`)
    await page.getByRole('heading', { name: say('publish.gone.deleted') }).waitFor()
  })

  it("leads a guest back with a warning, and nobody to another's post", async () => {
    const guest = await stage().server.asGuest()
    const { context, page } = await stage().welcome({ size, language, stored: { strategy: 'guest' } })
    await context.addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: stage().origin })))
    await page.goto(FORM)
    await page.getByText(say('errors.guestforbidden')).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    const { page: mine, faults } = await stage().welcome({ size, language, as: 'neighbor2' })
    faults.expect(/answer: GET \/events\/details/)
    const other = await stage()
      .server.db.selectFrom('events')
      .innerJoin('users', 'users.id', 'events.user_id')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('events.id')
      .where('accounts.email', '=', 'neighbor@demo.example')
      .where('events.community_id', '=', await stage().server.communityId('les-tilleuls'))
      .executeTakeFirstOrThrow()
    await mine.goto(`${FORM}?id=${other.id}`)
    await mine.getByRole('heading', { name: say('publish.gone.title') }).waitFor()
  })
})
