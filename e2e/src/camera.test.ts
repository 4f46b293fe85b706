// features: media, publish, profile
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { lacksCamera, launchWithCamera } from './fake-camera.ts'
import { button } from './newcomer.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FORM = '/les-tilleuls/actualites/edition-publication'

let camera: Awaited<ReturnType<typeof launchWithCamera>>
let hasNoCamera = false
beforeAll(async () => {
  hasNoCamera = await lacksCamera(testServer().origin)
  camera = await launchWithCamera('https://parvis.example/les-tilleuls')
})
afterAll(() => camera.close())
beforeEach(({ skip }) => skip(hasNoCamera, 'this browser has no cameras'))

describe.each(oppositeShapes)('the camera, $size, $language', ({ size, language, t }: Shape) => {
  const shutter = (page: Page) => page.getByRole('button', { name: t('media.camera.shoot'), exact: true })
  const waitUntilLive = (page: Page) => expect.poll(() => shutter(page).isEnabled()).toBe(true)
  const buttonOf = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })

  it('stops filming when its screen is left, takes a photo for a post, and keeps the text of the post', async () => {
    const { page } = await testServer().newPage({
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
      const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async constraints => {
        const stream = await getUserMedia(constraints)
        tracks.push(...stream.getTracks())
        return stream
      }
    })
    await page.getByRole('link', { name: t('publish.camera'), exact: true }).click()
    await waitUntilLive(page)
    await page.keyboard.press('Escape')
    await page.locator('textarea[name=description]').waitFor()
    const states = await page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(one => one.readyState),
    )
    expect(states).toContain('ended')
    expect(states).not.toContain('live')
    expect(await page.getByRole('img', { name: t('publish.photo.shown') }).count()).toBe(0)

    await page.getByRole('link', { name: t('publish.camera'), exact: true }).click()
    await page.getByRole('heading', { name: t('media.camera.for.post') }).waitFor()
    await waitUntilLive(page)
    const grid = buttonOf(page, 'media.camera.grid')
    await grid.click()
    expect(await grid.getAttribute('aria-pressed')).toBe('true')
    const zoom = page.getByRole('slider', { name: t('media.camera.zoom') })
    await zoom.focus()
    await page.keyboard.press('End')
    expect(await zoom.getAttribute('aria-valuetext')).toContain('4')
    await shutter(page).click()
    await page.getByRole('img', { name: t('media.camera.shown') }).waitFor()
    await buttonOf(page, 'media.camera.again').click()
    await waitUntilLive(page)
    await shutter(page).click()
    await page.getByText(t('media.camera.taken')).waitFor({ state: 'attached' })
    expect(await findAxeViolations(page)).toEqual([])
    await buttonOf(page, 'media.camera.use').click()
    await page.getByRole('img', { name: t('publish.photo.shown') }).waitFor()
    expect(await page.locator('textarea[name=description]').inputValue()).toBe(text)
    expect(await page.getByText(t('publish.draft.restored')).count()).toBe(0)
    await page.getByRole('button', { name: t('publish.post'), exact: true }).click()
    await page.getByText(t('publish.published')).waitFor()
    const [post] = await testServer()
      .server.db.selectFrom('events')
      .select('photo_id')
      .where(eb => eb.or([eb('description', '=', text), eb('description_en', '=', text)]))
      .execute()
    expect(post?.photo_id).toBeTruthy()
  })
})

it.each(oppositeShapes)(
  'the camera takes a square profile photo, and the profile form keeps its unsaved text, $size',
  async ({ size, language, t }) => {
    const { page } = await testServer().newPage({
      size,
      language,
      as: 'neighbor2',
      browser: camera.browser,
      context: { permissions: ['camera'] },
    })
    await page.goto('/les-tilleuls/mon-profil')
    await page.locator('input[name=job]').fill('Luthier')
    await button(page, t, 'profile.photo.change').click()
    await page.getByRole('menuitem', { name: t('profile.photo.camera') }).click()
    const shutter = button(page, t, 'media.camera.shoot')
    await expect.poll(() => shutter.isEnabled()).toBe(true)
    await shutter.click()
    await page.getByText(t('media.camera.taken')).waitFor({ state: 'attached' })
    await button(page, t, 'media.camera.use').click()
    const preview = page.getByRole('img', { name: t('entry.photo.shown') })
    await preview.waitFor()
    expect(await preview.evaluate((it: HTMLImageElement) => it.naturalWidth - it.naturalHeight)).toBe(0)
    expect(await page.locator('[name=job]').inputValue()).toBe('Luthier')
    expect(await page.getByText(t('profile.restored')).count()).toBe(0)
    await button(page, t, 'common.cancel').click()
  },
)
