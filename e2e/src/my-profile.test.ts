// features: profile
import { listNeighbors } from '@parvis/contract/chat.ts'
import { getProfile, isOwnProfile } from '@parvis/contract/profile.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { DEMO_PASSWORD, type Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { button, field, uniqueNickname } from './newcomer.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { createTouch } from './touch.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
const SCREEN = `/${HOME}/mon-profil`
let profileCount = 0

const getOwnProfile = async (visitor: Visitor) => {
  const { answer } = await visitor.call(getProfile)
  if (!isOwnProfile(answer)) throw new Error('not the own profile')
  return answer
}
const waitForToast = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()
/** A picture that is red on the left and blue on the right. */
const createTwoColorPicture = async () => {
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
const readPicture = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
    canvas.drawImage(image, 0, 0)
    const colourAt = (share: number) => {
      const [red, , blue] = canvas.getImageData(Math.floor(share * (width - 1)), Math.floor(height / 2), 1, 1).data
      return red! > 200 && blue! < 60 ? 'red' : blue! > 200 && red! < 60 ? 'blue' : 'other'
    }
    return { width, height, left: colourAt(0.02), middle: colourAt(0.5), right: colourAt(0.98) }
  })

describe.each(oppositeShapes)('my profile, $size, $language', ({ size, language, t }: Shape) => {
  /** Creates a neighbour with a complete profile, and opens a page as this neighbour. */
  const newMember = async ({ context }: { context?: object } = {}) => {
    const { server, newPage } = testServer()
    const email = `mon-profil-${++profileCount}@e2e.example`
    const pseudo = uniqueNickname('Profil')
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
    const options = { size, language, by: person.visitor, context }
    return { ...person, ...(await newPage(options)) }
  }
  const open = async (page: Page, isLoaded = false) => {
    await (isLoaded ? goTo(page, SCREEN) : page.goto(SCREEN))
    await page.getByRole('heading', { level: 1, name: t('profile.title') }).waitFor()
    await field(page, t, 'entry.firstname').waitFor()
  }
  /** Waits until saving has led back to the previous screen. */
  const waitUntilLeft = (page: Page) => page.waitForURL(url => url.pathname !== SCREEN)
  const saveButton = (page: Page) => button(page, t, 'entry.profile.save')
  const cropDialog = (page: Page) => page.getByRole('dialog', { name: t('profile.crop.title') })
  const cropFrame = (page: Page) => page.getByRole('application', { name: t('profile.crop.frame') })
  const useButton = (page: Page) => button(page, t, 'media.camera.use')
  const avatar = (page: Page) => page.locator('button[data-where][aria-haspopup=menu]').filter({ visible: true })

  it('opens from the menu of the avatar; saved changes appear at once, for other members too', async () => {
    const { page, visitor, userId } = await newMember()
    await page.goto(`/${HOME}/actualites`)
    await avatar(page).click()
    await page.getByRole('menuitem', { name: t('session.menu.profile') }).click()
    await page.waitForURL(`**${SCREEN}`)
    const head = page.getByRole('heading', { level: 2, name: 'Camille Roussel' })
    await head.waitFor()
    await page.getByText(language === 'fr' ? 'Voisine depuis mars 2024' : 'Neighbour since March 2024').waitFor()
    await field(page, t, 'entry.firstname').fill('Camila')
    await page.getByRole('heading', { level: 2, name: 'Camila Roussel' }).waitFor()
    await page.locator('input[name=buildingAccess]').fill('Code 12B')
    const sent = page.waitForRequest(request => request.method() === 'PUT' && request.url().endsWith('/api/user'))
    await saveButton(page).click()
    // The request contains only the changed fields.
    expect((await sent).postDataJSON()).toEqual({ firstname: 'Camila', buildingAccess: 'Code 12B' })
    await waitForToast(page, t('profile.saved'))
    await page.waitForURL(`**/${HOME}/actualites`)
    await expect
      .poll(() =>
        avatar(page)
          .getAttribute('aria-label')
          .then(label => label ?? avatar(page).innerText()),
      )
      .toMatch(/Camila/)
    expect(await getOwnProfile(visitor)).toMatchObject({ firstname: 'Camila', buildingAccess: 'Code 12B' })
    const { server } = testServer()
    // Other members see the changed profile.
    const { answer: neighbors } = await (await server.as('neighbor')).call(listNeighbors)
    expect(neighbors.find(({ _id }) => _id === userId)).toMatchObject({ firstname: 'Camila', initial: 'R' })
    expect(JSON.stringify(neighbors)).not.toContain('12B')
  })

  it('accepts a photo from the album, cropped to a square by keyboard, and deletes it', async () => {
    const { page, visitor } = await newMember()
    await open(page)
    const menu = button(page, t, 'profile.photo.change')
    await menu.click()
    expect(await page.getByRole('menuitem', { name: t('profile.photo.delete') }).count()).toBe(0)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: t('profile.photo.albums') }).click()
    const picked = await chooser
    await picked.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.getByText(t('media.photo.nopicture')).waitFor()
    expect(await cropDialog(page).count()).toBe(0)
    const photo = await plainPicture(640, 400).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'moi.jpg', mimeType: 'image/jpeg', buffer: photo })
    await useButton(page).click()
    const preview = page.getByRole('img', { name: t('entry.photo.shown') })
    await preview.waitFor()
    await page.reload()
    await preview.waitFor()
    await page.getByText(t('profile.restored')).waitFor()
    await saveButton(page).click()
    await waitForToast(page, t('profile.saved'))
    await waitUntilLeft(page)
    const { photoUri } = await getOwnProfile(visitor)
    const { width, height } = await testServer()
      .server.db.selectFrom('media')
      .select(['width', 'height'])
      .where('id', '=', photoUri!.split('/').at(-1)!)
      .executeTakeFirstOrThrow()
    expect([width, height]).toEqual([400, 400])
    await expect.poll(() => avatar(page).locator(`img[src*="${photoUri}"]`).count()).toBe(1)
    await open(page, true)
    await menu.click()
    await page.getByRole('menuitem', { name: t('profile.photo.delete') }).click()
    await saveButton(page).click()
    await waitUntilLeft(page)
    expect((await getOwnProfile(visitor)).photoUri).toBeNull()
    await expect.poll(() => avatar(page).locator('img').count()).toBe(0)

    // Opens the crop dialog by keyboard; cancelling the dialog changes nothing.
    await open(page, true)
    const pick = async () => {
      await menu.click()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('menuitem', { name: t('profile.photo.albums') }).click()
      await (await chooser).setFiles(await createTwoColorPicture())
      await cropFrame(page).waitFor()
    }
    await pick()
    await expect.poll(() => useButton(page).getAttribute('aria-busy')).toBeNull()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.locator('style').count()).toBe(0)
    await page.keyboard.press('Escape')
    await cropDialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => menu.evaluate(it => it === document.activeElement)).toBe(true)
    expect(await preview.count()).toBe(0)

    // Red and blue meet in the middle of the picture until the crop is moved.
    await pick()
    await page.keyboard.press('Tab')
    expect(await cropFrame(page).evaluate(it => it === document.activeElement)).toBe(true)
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
    await useButton(page).click()
    await preview.waitFor()
    expect(await readPicture(preview)).toEqual({ width: 400, height: 400, left: 'red', middle: 'red', right: 'red' })
    const before = await preview.getAttribute('src')
    await expect.poll(() => menu.evaluate(it => it === document.activeElement)).toBe(true)

    await pick()
    await cropFrame(page).focus()
    await page.keyboard.press('ArrowLeft')
    await cropDialog(page)
      .getByRole('button', { name: t('common.cancel') })
      .click()
    await cropDialog(page).waitFor({ state: 'detached' })
    expect(await preview.getAttribute('src')).toBe(before)

    // Zooming keeps the centre of the crop.
    await pick()
    await cropFrame(page).focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('+')
    const zoom = page.getByRole('slider', { name: t('media.camera.zoom') })
    expect(await zoom.getAttribute('aria-valuetext')).toMatch(/^2\D*×$/)
    await useButton(page).click()
    await expect.poll(() => preview.getAttribute('src')).not.toBe(before)
    await expect.poll(() => readPicture(preview)).toMatchObject({ width: 199, left: 'red', right: 'blue' })
    await button(page, t, 'common.cancel').click()
  })

  it('crops a photo by finger, mouse and wheel; accepts any aspect ratio, also from the camera', async () => {
    const { page } = await newMember({ context: { hasTouch: true } })
    await open(page)
    const preview = page.getByRole('img', { name: t('entry.photo.shown') })
    const files = page.locator('input[type=file]')
    const middleOf = async () => {
      const box = (await cropFrame(page).boundingBox())!
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await files.setInputFiles(await createTwoColorPicture())
    await cropFrame(page).waitFor()
    const zoom = page.getByRole('slider', { name: t('media.camera.zoom') })
    const finger = await createTouch(page)
    const { x, y } = await middleOf()
    // Zooms with a pinch of two fingers.
    await finger.down({ x: x - 40, y }, { x: x + 40, y })
    for (let distance = 45; distance <= 80; distance += 5)
      await finger.move({ x: x - distance, y }, { x: x + distance, y })
    await finger.up()
    await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.6)
    // Dragging down inside the frame moves the photo, not the sheet.
    const top = (await cropDialog(page).boundingBox())!.y
    await finger.down({ x: x + 130, y })
    for (let distance = 10; distance <= 100; distance += 10)
      await finger.move({ x: x + 130 - 2.6 * distance, y: y + distance })
    expect((await cropDialog(page).boundingBox())!.y).toBe(top)
    await finger.up()
    await useButton(page).click()
    await preview.waitFor()
    expect(await readPicture(preview)).toMatchObject({ left: 'blue', right: 'blue' })

    const before = await preview.getAttribute('src')
    await files.setInputFiles(await createTwoColorPicture())
    await cropFrame(page).waitFor()
    const center = await middleOf()
    await page.mouse.move(center.x, center.y)
    await page.mouse.down()
    await page.mouse.move(center.x + 400, center.y, { steps: 8 })
    await page.mouse.up()
    await page.mouse.move(center.x, center.y)
    await page.mouse.wheel(0, -200)
    await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.2)
    await useButton(page).click()
    await expect.poll(() => preview.getAttribute('src')).not.toBe(before)
    expect(await readPicture(preview)).toMatchObject({ left: 'red', right: 'red' })

    for (const [width, height, side] of [
      [1, 1, 1],
      [12_000, 3, 3],
      [40, 9000, 40],
      [3000, 2400, 1024],
    ] as const) {
      const last = await preview.getAttribute('src')
      const buffer = await plainPicture(width, height).png().toBuffer()
      await files.setInputFiles({ name: 'forme.png', mimeType: 'image/png', buffer })
      await useButton(page).click()
      await expect.poll(() => preview.getAttribute('src')).not.toBe(last)
      await expect.poll(() => readPicture(preview)).toMatchObject({ width: side, height: side })
    }
    // A photo from the camera is cropped too, unless it is square.
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    const uploadByCamera = async (width: number, height: number) => {
      await button(page, t, 'profile.photo.change').click()
      await page.getByRole('menuitem', { name: t('profile.photo.camera') }).click()
      await page.getByRole('heading', { name: t('media.camera.denied.title') }).waitFor()
      const buffer = await plainPicture(width, height).png().toBuffer()
      await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
    }
    await uploadByCamera(640, 400)
    await useButton(page).click()
    await expect.poll(() => readPicture(preview)).toMatchObject({ width: 400, height: 400 })
    await uploadByCamera(500, 505)
    await expect.poll(() => readPicture(preview)).toMatchObject({ width: 500, height: 500 })
    expect(await cropDialog(page).count()).toBe(0)
    await button(page, t, 'common.cancel').click()
  })
})
