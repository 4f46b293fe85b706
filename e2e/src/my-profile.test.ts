// features: profile
import { listNeighbors } from '@parvis/contract/chat.ts'
import { getProfile, isOwn } from '@parvis/contract/profile.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { DEMO_PASSWORD, type Visitor } from '../../apps/server/src/testing/test-server.ts'
import { hasNoCamera, withCamera } from './fake-camera.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { button, field, nickname } from './newcomer.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { touchOf } from './touch.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const SCREEN = `/${HOME}/mon-profil`
let made = 0

const profileOf = async (visitor: Visitor) => {
  const { answer } = await visitor.call(getProfile)
  if (!isOwn(answer)) throw new Error('not the own profile')
  return answer
}
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()
/** A picture that is red on the left and blue on the right. */
const twoColours = async () => {
  const half = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const whole = sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } })
  const buffer = await whole
    .composite([{ input: half, left: 400, top: 0 }])
    .png()
    .toBuffer()
  return { name: 'deux.png', mimeType: 'image/png', buffer }
}
/** The size of a picture and its colours along the middle row. */
const seenIn = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
    pen.drawImage(image, 0, 0)
    const colourAt = (share: number) => {
      const [red, , blue] = pen.getImageData(Math.floor(share * (width - 1)), Math.floor(height / 2), 1, 1).data
      return red! > 200 && blue! < 60 ? 'red' : blue! > 200 && red! < 60 ? 'blue' : 'other'
    }
    return { width, height, left: colourAt(0.02), middle: colourAt(0.5), right: colourAt(0.98) }
  })
const value = (page: Page, name: string) => page.locator(`[name=${name}]`).inputValue()

describe.each(oppositeShapes)('my profile, $size, $language', ({ size, language, say }: Shape) => {
  /** Opens a page as a neighbour with a complete profile. */
  const somebody = async ({ context }: { context?: object } = {}) => {
    const { server, welcome } = stage()
    const email = `mon-profil-${++made}@e2e.example`
    const pseudo = nickname('Profil')
    const person = await asPerson(server, { email, pseudo, password: DEMO_PASSWORD, community: HOME })
    await server.db
      .updateTable('users')
      .set({
        firstname: 'Camille',
        lastname: 'Roussel',
        gender: 'F',
        birthdate: '1990-05-12',
        address: '8 rue des Marquisats',
        zip_code: '74000',
        city: 'Annecy',
        created_at: new Date('2024-03-15T10:00:00Z'),
      })
      .where('id', '=', person.userId)
      .execute()
    const arrival = { size, language, by: person.visitor, context }
    return { ...person, ...(await welcome(arrival)) }
  }
  const open = async (page: Page, isThere = false) => {
    await (isThere ? goTo(page, SCREEN) : page.goto(SCREEN))
    await page.getByRole('heading', { level: 1, name: say('profile.title') }).waitFor()
    await field(page, say, 'entry.firstname').waitFor()
  }
  /** Saving leads back to the previous screen. */
  const isLeft = (page: Page) => page.waitForURL(url => url.pathname !== SCREEN)
  const save = (page: Page) => button(page, say, 'entry.profile.save')
  const cropping = (page: Page) => page.getByRole('dialog', { name: say('profile.crop.title') })
  const frame = (page: Page) => page.getByRole('application', { name: say('profile.crop.frame') })
  const use = (page: Page) => button(page, say, 'media.camera.use')
  const face = (page: Page) => page.locator('button[data-where][aria-haspopup=menu]').filter({ visible: true })

  it('opens from the avatar; changes appear at once, for others too', async () => {
    const { page, visitor, userId } = await somebody()
    await page.goto(`/${HOME}/actualites`)
    await face(page).click()
    await page.getByRole('menuitem', { name: say('session.menu.profile') }).click()
    await page.waitForURL(`**${SCREEN}`)
    const head = page.getByRole('heading', { level: 2, name: 'Camille Roussel' })
    await head.waitFor()
    await page.getByText(language === 'fr' ? 'Voisine depuis mars 2024' : 'Neighbour since March 2024').waitFor()
    await field(page, say, 'entry.firstname').fill('Camila')
    await page.getByRole('heading', { level: 2, name: 'Camila Roussel' }).waitFor()
    await page.locator('input[name=buildingAccess]').fill('Code 12B')
    const sent = page.waitForRequest(request => request.method() === 'PUT' && request.url().endsWith('/api/user'))
    await save(page).click()
    // only the changed fields
    expect((await sent).postDataJSON()).toEqual({ firstname: 'Camila', buildingAccess: 'Code 12B' })
    await told(page, say('profile.saved'))
    await page.waitForURL(`**/${HOME}/actualites`)
    await expect
      .poll(() =>
        face(page)
          .getAttribute('aria-label')
          .then(label => label ?? face(page).innerText()),
      )
      .toMatch(/Camila/)
    expect(await profileOf(visitor)).toMatchObject({ firstname: 'Camila', buildingAccess: 'Code 12B' })
    const { server } = stage()
    // as others see them from now on
    const { answer: neighbors } = await (await server.as('neighbor')).call(listNeighbors)
    expect(neighbors.find(({ _id }) => _id === userId)).toMatchObject({ firstname: 'Camila', initial: 'R' })
    expect(JSON.stringify(neighbors)).not.toContain('12B')
  })

  it('accepts a photo from the album, cropped to a square by keyboard, and deletes it', async () => {
    const { page, visitor } = await somebody()
    await open(page)
    const menu = button(page, say, 'profile.photo.change')
    await menu.click()
    expect(await page.getByRole('menuitem', { name: say('profile.photo.delete') }).count()).toBe(0)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: say('profile.photo.albums') }).click()
    const picked = await chooser
    await picked.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.getByText(say('media.photo.nopicture')).waitFor()
    expect(await cropping(page).count()).toBe(0)
    const photo = await plainPicture(640, 400).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'moi.jpg', mimeType: 'image/jpeg', buffer: photo })
    await use(page).click()
    const shown = page.getByRole('img', { name: say('entry.photo.shown') })
    await shown.waitFor()
    await page.reload()
    await shown.waitFor()
    await page.getByText(say('profile.restored')).waitFor()
    await save(page).click()
    await told(page, say('profile.saved'))
    await isLeft(page)
    const { photoUri } = await profileOf(visitor)
    const { width, height } = await stage()
      .server.db.selectFrom('media')
      .select(['width', 'height'])
      .where('id', '=', photoUri!.split('/').at(-1)!)
      .executeTakeFirstOrThrow()
    expect([width, height]).toEqual([400, 400])
    await expect.poll(() => face(page).locator(`img[src*="${photoUri}"]`).count()).toBe(1)
    await open(page, true)
    await menu.click()
    await page.getByRole('menuitem', { name: say('profile.photo.delete') }).click()
    await save(page).click()
    await isLeft(page)
    expect((await profileOf(visitor)).photoUri).toBeNull()
    await expect.poll(() => face(page).locator('img').count()).toBe(0)

    // Chooses the crop with the keyboard; cancelling changes nothing.
    await open(page, true)
    const pick = async () => {
      await menu.click()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('menuitem', { name: say('profile.photo.albums') }).click()
      await (await chooser).setFiles(await twoColours())
      await frame(page).waitFor()
    }
    await pick()
    await expect.poll(() => use(page).getAttribute('aria-busy')).toBeNull()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.locator('style').count()).toBe(0)
    await page.keyboard.press('Escape')
    await cropping(page).waitFor({ state: 'detached' })
    await expect.poll(() => menu.evaluate(it => it === document.activeElement)).toBe(true)
    expect(await shown.count()).toBe(0)

    // Both colours meet in the middle until the crop is moved.
    await pick()
    await page.keyboard.press('Tab')
    expect(await frame(page).evaluate(it => it === document.activeElement)).toBe(true)
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
    await use(page).click()
    await shown.waitFor()
    expect(await seenIn(shown)).toEqual({ width: 400, height: 400, left: 'red', middle: 'red', right: 'red' })
    const before = await shown.getAttribute('src')
    await expect.poll(() => menu.evaluate(it => it === document.activeElement)).toBe(true)

    await pick()
    await frame(page).focus()
    await page.keyboard.press('ArrowLeft')
    await cropping(page)
      .getByRole('button', { name: say('common.cancel') })
      .click()
    await cropping(page).waitFor({ state: 'detached' })
    expect(await shown.getAttribute('src')).toBe(before)

    // Zooming keeps the centre.
    await pick()
    await frame(page).focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('+')
    const zoom = page.getByRole('slider', { name: say('media.camera.zoom') })
    expect(await zoom.getAttribute('aria-valuetext')).toMatch(/^2\D*×$/)
    await use(page).click()
    await expect.poll(() => shown.getAttribute('src')).not.toBe(before)
    await expect.poll(() => seenIn(shown)).toMatchObject({ width: 199, left: 'red', right: 'blue' })
    await button(page, say, 'common.cancel').click()
  })

  it('crops a photo by finger, mouse and wheel; accepts any aspect ratio, also from the camera', async () => {
    const { page } = await somebody({ context: { hasTouch: true } })
    await open(page)
    const shown = page.getByRole('img', { name: say('entry.photo.shown') })
    const files = page.locator('input[type=file]')
    const middleOf = async () => {
      const box = (await frame(page).boundingBox())!
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await files.setInputFiles(await twoColours())
    await frame(page).waitFor()
    const zoom = page.getByRole('slider', { name: say('media.camera.zoom') })
    const finger = await touchOf(page)
    const { x, y } = await middleOf()
    // Pinch zoom.
    await finger.down({ x: x - 40, y }, { x: x + 40, y })
    for (let far = 45; far <= 80; far += 5) await finger.move({ x: x - far, y }, { x: x + far, y })
    await finger.up()
    await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.6)
    // Drawing down moves the photo, not the sheet.
    const top = (await cropping(page).boundingBox())!.y
    await finger.down({ x: x + 130, y })
    for (let far = 10; far <= 100; far += 10) await finger.move({ x: x + 130 - 2.6 * far, y: y + far })
    expect((await cropping(page).boundingBox())!.y).toBe(top)
    await finger.up()
    await use(page).click()
    await shown.waitFor()
    expect(await seenIn(shown)).toMatchObject({ left: 'blue', right: 'blue' })

    const before = await shown.getAttribute('src')
    await files.setInputFiles(await twoColours())
    await frame(page).waitFor()
    const grip = await middleOf()
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.down()
    await page.mouse.move(grip.x + 400, grip.y, { steps: 8 })
    await page.mouse.up()
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.wheel(0, -200)
    await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.2)
    await use(page).click()
    await expect.poll(() => shown.getAttribute('src')).not.toBe(before)
    expect(await seenIn(shown)).toMatchObject({ left: 'red', right: 'red' })

    for (const [width, height, side] of [
      [1, 1, 1],
      [12_000, 3, 3],
      [40, 9000, 40],
      [3000, 2400, 1024],
    ] as const) {
      const last = await shown.getAttribute('src')
      const buffer = await plainPicture(width, height).png().toBuffer()
      await files.setInputFiles({ name: 'forme.png', mimeType: 'image/png', buffer })
      await use(page).click()
      await expect.poll(() => shown.getAttribute('src')).not.toBe(last)
      await expect.poll(() => seenIn(shown)).toMatchObject({ width: side, height: side })
    }
    // A photo from the camera is cropped too, unless it is square.
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    const handOver = async (width: number, height: number) => {
      await button(page, say, 'profile.photo.change').click()
      await page.getByRole('menuitem', { name: say('profile.photo.camera') }).click()
      await page.getByRole('heading', { name: say('media.camera.denied.title') }).waitFor()
      const buffer = await plainPicture(width, height).png().toBuffer()
      await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
    }
    await handOver(640, 400)
    await use(page).click()
    await expect.poll(() => seenIn(shown)).toMatchObject({ width: 400, height: 400 })
    await handOver(500, 505)
    await expect.poll(() => seenIn(shown)).toMatchObject({ width: 500, height: 500 })
    expect(await cropping(page).count()).toBe(0)
    await button(page, say, 'common.cancel').click()
  })
})

describe('the camera', () => {
  let camera: Awaited<ReturnType<typeof withCamera>> | undefined
  let isBlind = true
  beforeAll(async () => {
    isBlind = await hasNoCamera(stage().origin)
    if (!isBlind) camera = await withCamera('https://parvis.example/les-tilleuls')
  })
  afterAll(() => camera?.close())

  it.each(oppositeShapes)(
    'takes a square avatar and keeps the unsaved text, $size',
    async ({ size, language, say }) => {
      if (isBlind) return
      const { page } = await stage().welcome({
        size,
        language,
        as: 'neighbor2',
        browser: camera!.browser,
        context: { permissions: ['camera'] },
      })
      await page.goto(SCREEN)
      await page.locator('input[name=job]').fill('Luthier')
      await button(page, say, 'profile.photo.change').click()
      await page.getByRole('menuitem', { name: say('profile.photo.camera') }).click()
      const shutter = button(page, say, 'media.camera.shoot')
      await expect.poll(() => shutter.isEnabled()).toBe(true)
      await shutter.click()
      await page.getByText(say('media.camera.taken')).waitFor({ state: 'attached' })
      await button(page, say, 'media.camera.use').click()
      const shown = page.getByRole('img', { name: say('entry.photo.shown') })
      await shown.waitFor()
      expect(await shown.evaluate((it: HTMLImageElement) => it.naturalWidth - it.naturalHeight)).toBe(0)
      expect(await value(page, 'job')).toBe('Luthier')
      expect(await page.getByText(say('profile.restored')).count()).toBe(0)
      await button(page, say, 'common.cancel').click()
    },
  )
})
