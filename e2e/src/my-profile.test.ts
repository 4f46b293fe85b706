// features: profile
import { invite } from '@parvis/contract/admin.ts'
import { listNeighbors } from '@parvis/contract/chat.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { getProfile, isOwn, listHobbies, updateProfile } from '@parvis/contract/profile.ts'
import { getSession, logIn, logInByLink } from '@parvis/contract/session.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { DEMO_PASSWORD, type Visitor } from '../../apps/server/src/testing/test-server.ts'
import { hasNoCamera, withCamera } from './fake-camera.ts'
import { findBarriers } from './axe.ts'
import { button, field, NEW_PASSWORD, nickname } from './newcomer.ts'
import { hasTabBar, oppositeShapes, signedIn, type Shape } from './stage.ts'
import { touchOf } from './touch.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const SCREEN = `/${HOME}/mon-profil`
let made = 0

const profileOf = async (visitor: Visitor) => {
  const { answer } = await visitor.call(getProfile)
  if (!isOwn(answer)) throw new Error('not one’s own')
  return answer
}
const hasFocus = (page: Page, name: string) =>
  page.locator(`[name=${name}]`).evaluate(it => it === document.activeElement)
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()
/** Red on the left, blue on the right. */
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
/** How large a picture is, and its colours along its middle. */
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
  const openPasswords = (page: Page) => page.getByText(say('profile.password.change'), { exact: true }).click()
  /** A neighbour whose profile is whole, in a browser of their own. */
  const somebody = async ({
    role = 'neighbor',
    context,
  }: { role?: 'neighbor' | 'advertiser'; context?: object } = {}) => {
    const { server, origin, welcome } = stage()
    const email = `mon-profil-${++made}@e2e.example`
    const pseudo = nickname('Profil')
    const person = await asPerson(server, { email, pseudo, password: DEMO_PASSWORD, role, community: HOME })
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
        company: role === 'advertiser' ? 'Boulangerie du Lac' : null,
        created_at: new Date('2024-03-15T10:00:00Z'),
      })
      .where('id', '=', person.userId)
      .execute()
    const arrive = async () =>
      welcome({ size, language, context: { storageState: signedIn(origin, person.visitor), ...context } })
    return { ...person, email, pseudo, arrive, ...(await arrive()) }
  }
  const open = async (page: Page) => {
    await page.goto(SCREEN)
    await page.getByRole('heading', { level: 1, name: say('profile.title') }).waitFor()
    await field(page, say, 'entry.firstname').waitFor()
  }
  const save = (page: Page) => button(page, say, 'entry.profile.save')
  const cropping = (page: Page) => page.getByRole('dialog', { name: say('profile.crop.title') })
  const frame = (page: Page) => page.getByRole('application', { name: say('profile.crop.frame') })
  const use = (page: Page) => button(page, say, 'media.camera.use')
  const face = (page: Page) => page.locator('button[data-where][aria-haspopup=menu]').filter({ visible: true })

  it('is behind one’s face, says who one is, and what is changed is seen at once and by others', async () => {
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
    const phone = page.locator('input[name=phone]')
    await phone.pressSequentially('0639980017')
    expect(await phone.inputValue()).toBe('+33(0)6 39 98 00 17')
    await page.locator('input[name=job]').fill('Infirmière')
    await page.locator('input[name=buildingAccess]').fill('Code 12B')
    await page.locator('textarea[name=description]').fill('Un vélo cargo.')
    const { answer: hobbies } = await visitor.call(listHobbies)
    for (const id of ['choir', 'board-games']) {
      const name = textIn(
        language,
        hobbies.find(({ _id }) => _id === id)!,
        'name',
      )!
      const chip = page.getByRole('button', { name, exact: true })
      await chip.click()
      expect(await chip.getAttribute('aria-pressed')).toBe('true')
    }
    const sent = page.waitForRequest(request => request.method() === 'PUT' && request.url().endsWith('/api/user'))
    await save(page).click()
    // what was touched, and nothing else
    expect((await sent).postDataJSON()).toEqual({
      firstname: 'Camila',
      phone: '+33(0)6 39 98 00 17',
      job: 'Infirmière',
      buildingAccess: 'Code 12B',
      description: 'Un vélo cargo.',
      hobbiesIds: ['choir', 'board-games'],
      updateHobbies: true,
    })
    await told(page, say('profile.saved'))
    await page.waitForURL(`**/${HOME}/actualites`)
    await expect
      .poll(() =>
        face(page)
          .getAttribute('aria-label')
          .then(label => label ?? face(page).innerText()),
      )
      .toMatch(/Camila/)
    expect(await profileOf(visitor)).toMatchObject({ firstname: 'Camila', hobbiesIds: ['choir', 'board-games'] })
    const { server } = stage()
    // as others see them from now on
    const { answer: neighbors } = await (await server.as('neighbor')).call(listNeighbors)
    expect(neighbors.find(({ _id }) => _id === userId)).toMatchObject({ firstname: 'Camila', initial: 'R' })
    expect(JSON.stringify(neighbors)).not.toContain('39 98 00 17')
    const row = await server.db
      .selectFrom('users')
      .select(['phone', 'lastname'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ phone: '+33(0)6 39 98 00 17', lastname: 'Roussel' })
  })

  it('tells each rule beside its field, which takes focus', async () => {
    const { page, faults, visitor } = await somebody()
    await open(page)
    const neighbor = await profileOf(await stage().server.as('neighbor'))
    const wrong = async (name: string, text: string) => {
      await save(page).click()
      await page.getByText(text).first().waitFor()
      await expect.poll(() => hasFocus(page, name)).toBe(true)
    }
    const line = (name: string) => page.locator(`input[name=${name}]`)
    await line('pseudo').fill('x1')
    await line('firstname').fill(' ')
    await line('lastname').fill('')
    await line('birthdate').fill('31/02/1990')
    await line('phone').fill('061234')
    await line('floor').fill('R')
    await line('apartmentNumber').fill('12B')
    await button(page, say, 'entry.home.change').click()
    await line('city').fill('Seynod')
    await wrong('pseudo', say('errors.pseudobadformat'))
    await line('pseudo').fill(neighbor.pseudo.toUpperCase())
    await page.getByText(say('errors.pseudoduplicate')).waitFor()
    await line('pseudo').fill(nickname('Libre'))
    await page.getByText(say('entry.pseudo.free')).waitFor()
    await wrong('firstname', say('errors.firstnamemandatory'))
    await line('firstname').fill('Camille')
    await wrong('lastname', say('errors.lastnamemandatory'))
    await line('lastname').fill('Roussel')
    await wrong('birthdate', say('errors.invaliddateformat'))
    await line('birthdate').fill('12/05/2022')
    await wrong('birthdate', say('errors.tooyoungerror', { age: 12 }))
    // who takes their birth date back is asked for the box, and nobody else
    expect(await page.locator('[name=confirmage]').count()).toBe(0)
    await line('birthdate').fill('')
    // all are told at once, and the first of the screen takes focus
    await wrong('phone', say('errors.invalidphone'))
    for (const key of ['confirmageerror', 'confirmaddresserror', 'floorbadformat', 'apartmentnumberbadformat'])
      await page.getByText(say(`errors.${key}`)).waitFor()
    expect(await value(page, 'phone')).toBe('+33(0)6 12 34')
    await line('phone').fill('')
    expect(await page.getByText(say('errors.invalidphone')).count()).toBe(0)
    await wrong('confirmage', say('errors.confirmageerror'))
    await page.locator('[name=confirmage]').check()
    await wrong('confirmaddress', say('errors.confirmaddresserror'))
    await page.locator('[name=confirmaddress]').check()
    await wrong('floor', say('errors.floorbadformat'))
    await line('floor').fill('3')
    await wrong('apartmentNumber', say('errors.apartmentnumberbadformat'))
    await line('apartmentNumber').fill('34')
    await openPasswords(page)
    await line('newpassword').fill('court')
    await wrong('newpassword', say('errors.newpasswordbadformat'))
    await line('newpassword').fill(NEW_PASSWORD)
    await wrong('currentpassword', say('errors.missingpassword'))
    await line('currentpassword').fill('autre-chose')
    await wrong('again', say('entry.differentpasswords'))
    await line('again').fill(NEW_PASSWORD)
    faults.expect('answer: PUT /api/user 400')
    await wrong('currentpassword', say('profile.currentpassword.wrong'))
    await line('currentpassword').fill(DEMO_PASSWORD)
    await save(page).click()
    await told(page, say('profile.saved'))
    expect(await profileOf(visitor)).toMatchObject({ city: 'Seynod', birthdate: null, floor: '3', phone: null })
  })

  it('changes the password, and the other devices are signed out', async () => {
    const { page, email } = await somebody()
    const { server } = stage()
    const communityId = await server.communityId(HOME)
    const elsewhere = server.visitor()
    await elsewhere.call(logIn, { body: { email, password: DEMO_PASSWORD, communityId } })
    await open(page)
    await openPasswords(page)
    await page.locator('input[name=currentpassword]').fill(DEMO_PASSWORD)
    await page.locator('input[name=newpassword]').fill(NEW_PASSWORD)
    await page.locator('input[name=again]').fill(NEW_PASSWORD)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      'tilleul-lac',
    )
    await save(page).click()
    await told(page, say('profile.saved'))
    expect((await elsewhere.call(getSession)).error.key).toBe('unauthorized')
    const anew = { email, password: NEW_PASSWORD, communityId }
    expect((await server.visitor().call(logIn, { body: anew })).status).toBe(200)
    await page.goto(SCREEN)
    await field(page, say, 'entry.firstname').waitFor()
  })

  it('takes a face from the albums, cut square, and deletes it', async () => {
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
    // a reload keeps it
    await page.reload()
    await shown.waitFor()
    await page.getByText(say('profile.restored')).waitFor()
    await save(page).click()
    await told(page, say('profile.saved'))
    const { photoUri } = await profileOf(visitor)
    const { width, height } = await stage()
      .server.db.selectFrom('media')
      .select(['width', 'height'])
      .where('id', '=', photoUri!.split('/').at(-1)!)
      .executeTakeFirstOrThrow()
    expect([width, height]).toEqual([400, 400])
    await expect.poll(() => face(page).locator(`img[src*="${photoUri}"]`).count()).toBe(1)
    await open(page)
    await menu.click()
    await page.getByRole('menuitem', { name: say('profile.photo.delete') }).click()
    await save(page).click()
    await told(page, say('profile.saved'))
    expect((await profileOf(visitor)).photoUri).toBeNull()
    await expect.poll(() => face(page).locator('img').count()).toBe(0)
  })

  it('shows the part of a photo that was chosen with the keys, and cancelled it changes nothing', async () => {
    const { page } = await somebody()
    await open(page)
    const menu = button(page, say, 'profile.photo.change')
    const pick = async () => {
      await menu.click()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('menuitem', { name: say('profile.photo.albums') }).click()
      await (await chooser).setFiles(await twoColours())
      await frame(page).waitFor()
    }
    const shown = page.getByRole('img', { name: say('entry.photo.shown') })
    await pick()
    await expect.poll(() => use(page).getAttribute('aria-busy')).toBeNull()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.locator('style').count()).toBe(0)
    await page.keyboard.press('Escape')
    await cropping(page).waitFor({ state: 'detached' })
    await expect.poll(() => menu.evaluate(it => it === document.activeElement)).toBe(true)
    expect(await shown.count()).toBe(0)
    await page.reload()
    await field(page, say, 'entry.firstname').waitFor()
    expect([await shown.count(), await page.getByText(say('profile.restored')).count()]).toEqual([0, 0])

    // both colours meet in the middle, until it is moved to the right
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

    // closer, the middle stays in the middle
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

  it('moves a photo with a finger, a mouse and a wheel, and takes one of any shape', async () => {
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
    // two fingers that part
    await finger.down({ x: x - 40, y }, { x: x + 40, y })
    for (let far = 45; far <= 80; far += 5) await finger.move({ x: x - far, y }, { x: x + far, y })
    await finger.up()
    await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.6)
    // one that draws down moves the photo, not the sheet that it lies in
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
    await button(page, say, 'common.cancel').click()
  })

  it('asks the same of a photo that comes by way of the camera, unless it is square', async () => {
    const { page } = await somebody()
    await open(page)
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    const shown = page.getByRole('img', { name: say('entry.photo.shown') })
    const handOver = async (width: number, height: number) => {
      await button(page, say, 'profile.photo.change').click()
      await page.getByRole('menuitem', { name: say('profile.photo.camera') }).click()
      await page.getByRole('heading', { name: say('media.camera.denied.title') }).waitFor()
      const buffer = await plainPicture(width, height).png().toBuffer()
      await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
    }
    await handOver(640, 400)
    await use(page).click()
    await shown.waitFor()
    expect(await seenIn(shown)).toMatchObject({ width: 400, height: 400 })
    await handOver(500, 505)
    await expect.poll(() => seenIn(shown)).toMatchObject({ width: 500, height: 500 })
    expect(await cropping(page).count()).toBe(0)
    await button(page, say, 'common.cancel').click()
  })

  it('keeps what was begun through a reload and a way out, until it is cancelled', async () => {
    const { page, visitor } = await somebody()
    await page.goto(`/${HOME}/actualites`)
    await open(page)
    await page.locator('input[name=job]').fill('Luthière')
    await openPasswords(page)
    await page.locator('input[name=newpassword]').fill(NEW_PASSWORD)
    await page.reload()
    await page.getByText(say('profile.restored')).waitFor()
    await openPasswords(page)
    expect([await value(page, 'job'), await value(page, 'newpassword')]).toEqual(['Luthière', ''])
    await page.getByRole('link', { name: say('common.back') }).click()
    await told(page, say('profile.kept'))
    await open(page)
    expect(await value(page, 'job')).toBe('Luthière')
    await button(page, say, 'profile.discard').click()
    await expect.poll(() => value(page, 'job')).toBe('')
    await page.locator('input[name=job]').fill('Archère')
    await button(page, say, 'common.cancel').click()
    await page.waitForURL(`**/${HOME}/actualites`)
    // thought better of it
    await told(page, say('profile.discarded'))
    await page
      .getByRole('region')
      .getByRole('button', { name: say('profile.undo'), exact: true })
      .click()
    await page.waitForURL(`**${SCREEN}`)
    await page.getByText(say('profile.restored')).waitFor()
    expect(await value(page, 'job')).toBe('Archère')
    await button(page, say, 'common.cancel').click()
    await page.waitForURL(`**/${HOME}/actualites`)
    await open(page)
    expect(await value(page, 'job')).toBe('')
    expect(await page.getByText(say('profile.restored')).count()).toBe(0)
    expect((await profileOf(visitor)).job).toBeNull()
  })

  it('is not written over by another tab: what is not touched follows, what is touched asks', async () => {
    const { page, context, visitor } = await somebody()
    await open(page)
    const second = await context.newPage()
    await open(second)
    await page.locator('input[name=job]').fill('Luthière')
    await second.locator('input[name=job]').fill('Archère')
    await second.locator('input[name=lastname]').fill('Tissot')
    await save(second).click()
    await told(second, say('profile.saved'))
    await page.bringToFront()
    await page.getByText(say('profile.followed')).waitFor()
    await expect.poll(() => value(page, 'lastname')).toBe('Tissot')
    expect(await value(page, 'job')).toBe('Luthière')
    await page.getByText(say('profile.clash', { words: 'Archère' })).waitFor()
    await save(page).click()
    await expect
      .poll(() => button(page, say, 'profile.clash.mine').evaluate(it => it === document.activeElement))
      .toBe(true)
    await button(page, say, 'profile.clash.mine').click()
    await save(page).click()
    await told(page, say('profile.saved'))
    expect(await profileOf(visitor)).toMatchObject({ job: 'Luthière', lastname: 'Tissot' })
    // the frame of the other tab says so too
    if (!hasTabBar(size)) await second.getByText('Camille T.').first().waitFor()
  })

  it('asks a company for what concerns it', async () => {
    const { page, visitor } = await somebody({ role: 'advertiser' })
    await open(page)
    await page.getByRole('heading', { level: 2, name: 'Boulangerie du Lac' }).waitFor()
    expect(await page.locator('input[name=floor]').count()).toBe(0)
    expect(await page.getByRole('heading', { name: say('profile.likes') }).count()).toBe(0)
    await page.locator('textarea[name=description]').fill('Pain au levain.')
    await save(page).click()
    await told(page, say('profile.saved'))
    expect((await profileOf(visitor)).description).toBe('Pain au levain.')
  })

  it('shows a stay, which its guest corrects within the days that the team has given', async () => {
    const { server, origin, welcome } = stage()
    const team = { email: `equipe-${++made}@e2e.example`, pseudo: nickname('Equipe'), role: 'administrator' } as const
    const { visitor: desk } = await asPerson(server, { ...team, community: 'camping-des-pins' })
    const { answer: places } = await desk.call(listLocations)
    const [pitch, other] = places.filter(({ kind }) => kind === 'location')
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    const stay = { locationId: pitch!._id, arrival: day(-2), departure: day(10) }
    const { answer } = await desk.call(invite, { body: { stay } })
    const camper = server.visitor()
    await camper.call(logInByLink, { body: { token: answer.letter!.code } })
    await camper.call(updateProfile, {
      body: {
        pseudo: nickname('Campeur'),
        firstname: 'Lou',
        lastname: 'Martin',
        email: `campeur-${++made}@e2e.example`,
        newpassword: NEW_PASSWORD,
        confirmage: true,
        confirmaddress: true,
      },
    })
    const { page, faults } = await welcome({
      size,
      language,
      context: { storageState: signedIn(origin, camper) },
    })
    await page.goto('/camping-des-pins/mon-profil')
    await page.getByRole('heading', { level: 2, name: say('profile.stay') }).waitFor()
    const departure = page.locator('input[name=departure]')
    await departure.fill('')
    await save(page).click()
    await page.getByText(say('errors.bookingdatesmandatory')).waitFor()
    await departure.fill(day(-3))
    await save(page).click()
    await page.getByText(say('errors.departurebeforearrival')).waitFor()
    await departure.fill(day(20))
    await save(page).click()
    await page.getByText(say('errors.daysoutsidestay')).waitFor()
    await expect.poll(() => hasFocus(page, 'departure')).toBe(true)
    await departure.fill(day(5))
    await page.locator('select[name=locationId]').selectOption(other!._id)
    await save(page).click()
    await told(page, say('profile.saved'))
    expect((await profileOf(camper)).stay).toMatchObject({
      locationId: other!._id,
      arrival: day(-2),
      departure: day(5),
      until: day(10),
    })
    expect((await camper.call(getSession)).answer.lastBooking).toEqual({ locationId: other!._id })
    // the stay goes first: refused, it leaves the password that was, and the next try takes both
    const { _id: userId } = (await camper.call(getSession)).answer
    const hash = async () =>
      (
        await server.db
          .selectFrom('users as u')
          .innerJoin('accounts as a', 'a.id', 'u.account_id')
          .select('a.password_hash')
          .where('u.id', '=', userId)
          .executeTakeFirstOrThrow()
      ).password_hash
    const before = await hash()
    let isRefused = true
    await page.route('**/api/booking', route =>
      isRefused
        ? route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":{"key":"toomanyrequests"}}' })
        : route.continue(),
    )
    faults.expect('POST /api/booking 429')
    await page.goto('/camping-des-pins/mon-profil')
    await departure.fill(day(4))
    await page.locator('input[name=newpassword]').fill(`${NEW_PASSWORD}-2`)
    await page.locator('input[name=again]').fill(`${NEW_PASSWORD}-2`)
    await save(page).click()
    await page.getByText(say('entry.profile.still')).waitFor()
    expect([await hash(), await value(page, 'newpassword')]).toEqual([before, `${NEW_PASSWORD}-2`])
    isRefused = false
    await save(page).click()
    await told(page, say('profile.saved'))
    expect((await profileOf(camper)).stay?.departure).toBe(day(4))
    expect(await hash()).not.toBe(before)
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
    'gives a square face, and leaves what was written, $size',
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
