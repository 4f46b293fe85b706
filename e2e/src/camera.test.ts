// features: media, publish
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { hasNoCamera, withCamera } from './fake-camera.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FORM = '/les-tilleuls/actualites/edition-publication'

let camera: Awaited<ReturnType<typeof withCamera>>
let isBlind = false
beforeAll(async () => {
  isBlind = await hasNoCamera(stage().origin)
  camera = await withCamera('https://parvis.example/les-tilleuls')
})
afterAll(() => camera.close())
beforeEach(({ skip }) => skip(isBlind, 'this browser has no cameras'))

describe.each(oppositeShapes)('the camera, $size, $language', ({ size, language, say }: Shape) => {
  const shutter = (page: Page) => page.getByRole('button', { name: say('media.camera.shoot'), exact: true })
  const isLive = (page: Page) => expect.poll(() => shutter(page).isEnabled()).toBe(true)
  const act = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true })

  it('stops filming when left, takes a photo for a post, and keeps the text of the post', async () => {
    const { page } = await stage().welcome({
      size,
      language,
      as: 'neighbor',
      browser: camera.browser,
      context: { permissions: ['camera'] },
    })
    await page.goto(FORM)
    const text = `Vu du balcon ${size} ${language}`
    await page.locator('textarea[name=description]').fill(text)
    await page.evaluate(() => {
      const tracks: MediaStreamTrack[] = []
      Object.assign(window, { tracks })
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async wanted => {
        const stream = await ask(wanted)
        tracks.push(...stream.getTracks())
        return stream
      }
    })
    await page.getByRole('link', { name: say('publish.camera'), exact: true }).click()
    await isLive(page)
    await page.keyboard.press('Escape')
    await page.locator('textarea[name=description]').waitFor()
    const states = await page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(one => one.readyState),
    )
    expect(states).toContain('ended')
    expect(states).not.toContain('live')
    expect(await page.getByRole('img', { name: say('publish.photo.shown') }).count()).toBe(0)

    await page.getByRole('link', { name: say('publish.camera'), exact: true }).click()
    await page.getByRole('heading', { name: say('media.camera.for.post') }).waitFor()
    await isLive(page)
    const grid = act(page, 'media.camera.grid')
    await grid.click()
    expect(await grid.getAttribute('aria-pressed')).toBe('true')
    const zoom = page.getByRole('slider', { name: say('media.camera.zoom') })
    await zoom.focus()
    await page.keyboard.press('End')
    expect(await zoom.getAttribute('aria-valuetext')).toContain('4')
    await shutter(page).click()
    await page.getByRole('img', { name: say('media.camera.shown') }).waitFor()
    await act(page, 'media.camera.again').click()
    await isLive(page)
    await shutter(page).click()
    await page.getByText(say('media.camera.taken')).waitFor({ state: 'attached' })
    expect(await findBarriers(page)).toEqual([])
    await act(page, 'media.camera.use').click()
    await page.getByRole('img', { name: say('publish.photo.shown') }).waitFor()
    expect(await page.locator('textarea[name=description]').inputValue()).toBe(text)
    expect(await page.getByText(say('publish.draft.restored')).count()).toBe(0)
    await page.getByRole('button', { name: say('publish.post'), exact: true }).click()
    await page.getByText(say('publish.published')).waitFor()
    const [post] = await stage()
      .server.db.selectFrom('events')
      .select('photo_id')
      .where(eb => eb.or([eb('description', '=', text), eb('description_en', '=', text)]))
      .execute()
    expect(post?.photo_id).toBeTruthy()
  })
})
