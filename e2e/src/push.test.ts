// features: push
import { sendMessage } from '@parvis/contract/chat.ts'
import { removeQuietHours } from '@parvis/contract/notifications.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../apps/server/src/rooms/session/session.service.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { startPushService } from '../../apps/server/src/testing/push-service.ts'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { nickname } from './newcomer.ts'
import { lookAway, launchPushBrowser, type PushWorker, showsNothing, subscribesAt, workerOf } from './push-browser.ts'
import { oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const service = await startPushService()
const stage = useStage('demo', { settings: { pushTestOrigin: service.origin } })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
const SETTINGS = `/${HOME}/parametres`
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const home = { address: '8 rue des Marquisats', zip_code: '74000', city: 'Annecy' }

/** Why a test is skipped, and named as such, rather than passed. */
const NOTHING_SHOWN = 'this browser shows no notifications'

let browser: Browser
let nothingShown: boolean
let made = 0
beforeAll(async () => {
  browser = await launchPushBrowser()
  nothingShown = await showsNothing(stage().origin)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

describe.each(oppositeShapes)('pushes, $size, $language', ({ size, language, say }: Shape) => {
  const person = async (firstname: string) => {
    const { server } = stage()
    const pseudo = nickname('Voisin')
    const one = await asPerson(server, { email: `push-${size}-${++made}@e2e.example`, pseudo, community: HOME })
    await server.db
      .updateTable('users')
      .set({ firstname, lastname: 'Roussel', gender: 'F', birthdate: '1990-05-12', ...home })
      .where('id', '=', one.userId)
      .execute()
    await one.visitor.call(removeQuietHours)
    return { ...one, pseudo }
  }
  type Someone = Awaited<ReturnType<typeof person>>
  const arrive = async (me: Someone, more: BrowserContextOptions = {}) => {
    const { origin, welcome } = stage()
    const context = { storageState: signedIn(origin, me.visitor), permissions: ['notifications'], ...more }
    const guest = await welcome({ size, language, browser, context })
    await subscribesAt(guest.context, service)
    return guest
  }
  const toggle = (page: Page) => page.getByRole('switch', { name: say('push.device'), exact: true })
  const isOn = (page: Page, on: boolean) => expect.poll(() => toggle(page).isChecked()).toBe(on)
  const endpoints = async ({ userId }: Someone) =>
    stage().server.db.selectFrom('push_endpoints').select('language').where('user_id', '=', userId).execute()
  /** What comes next of what is pushed to our service, as the browser would hand it to the worker. */
  const nextPush = async (act: () => Promise<unknown>) => {
    const before = service.pushed.length
    await act()
    await expect.poll(() => service.pushed.length, { timeout: 30_000 }).toBe(before + 1)
    return service.pushed[before]!.news
  }
  const write = (from: Someone, to: Someone) =>
    from.visitor.call(sendMessage, { body: { to: to.userId, text: 'Le code est 4711' } })
  const isShown = (worker: PushWorker, count: number) =>
    expect.poll(async () => (await worker.shown()).length, { timeout: 15_000 }).toBe(count)
  const turnOn = async (page: Page) => {
    await page.goto(SETTINGS)
    await toggle(page).click()
    await isOn(page, true)
  }

  it('turned on, what somebody writes is shown while nobody looks, and a tap opens it where the app is', async ({
    skip,
  }) => {
    skip(nothingShown, NOTHING_SHOWN)
    const [me, other] = [await person('Camille'), await person('Léa')]
    const { page } = await arrive(me)
    await page.goto(SETTINGS)
    await isOn(page, false)
    await page.getByText(say('push.off')).waitFor()
    await toggle(page).click()
    await isOn(page, true)
    await page.getByText(say('push.on')).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await endpoints(me)).toEqual([{ language }])

    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    const worker = await workerOf(page, stage().origin)
    const news = await nextPush(() => write(other, me))
    expect(news.lang).toBe(language)
    // who looks at the app is told there
    await worker.deliver(JSON.stringify(news))
    await page.waitForTimeout(1_000)
    expect(await worker.shown()).toEqual([])

    const elsewhere = await lookAway(page)
    await worker.deliver(JSON.stringify(news))
    await isShown(worker, 1)
    expect(await worker.shown()).toEqual([
      {
        title: 'Léa R.',
        body: `${language === 'fr' ? 'Vous a envoyé un message' : 'Sent you a message'} · Les Tilleuls`,
        tag: news.tag,
        lang: language,
        icon: `${stage().origin}/icon-192.png`,
        badge: `${stage().origin}/badge.png`,
        silent: false,
      },
    ])
    // the same again takes its place
    await worker.deliver(JSON.stringify(news))
    await elsewhere.waitForTimeout(500)
    await isShown(worker, 1)

    await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
    await worker.tap()
    await page.waitForURL(`**/${HOME}/mes-conversations/${other.pseudo}`)
    await page.getByText('Le code est 4711').first().waitFor()
    expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)
    await isShown(worker, 0)
    expect(await worker.opened()).toEqual([])
  })

  it('a tap opens the screen where no page of ours is there; what comes in quiet hours makes no sound', async ({
    skip,
  }) => {
    skip(nothingShown, NOTHING_SHOWN)
    const [me, other] = [await person('Camille'), await person('Nora')]
    const { page } = await arrive(me)
    await turnOn(page)
    const worker = await workerOf(page, stage().origin)
    const news = await nextPush(() => write(other, me))
    await page.goto('about:blank')
    const now = Date.now()
    await worker.deliver(JSON.stringify({ ...news, quiet: [now - 60_000, now + 60_000] }))
    await isShown(worker, 1)
    expect((await worker.shown())[0]!.silent).toBe(true)
    await worker.tap()
    await expect.poll(() => worker.opened()).toEqual([`/${HOME}/mes-conversations/${other.pseudo}`])
  })

  it('turned off, nothing is pushed; the language of the screen is that of what is pushed', async ({ skip }) => {
    skip(nothingShown, NOTHING_SHOWN)
    const me = await person('Camille')
    const { page } = await arrive(me)
    await turnOn(page)
    const otherLanguage = language === 'fr' ? 'en' : 'fr'
    await page.getByRole('radio', { name: say(`common.language.${otherLanguage}`), exact: true }).click()
    await expect.poll(() => endpoints(me)).toEqual([{ language: otherLanguage }])
    await page.getByRole('switch', { name: /Notifications/ }).click()
    await expect.poll(() => endpoints(me)).toEqual([])
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: /Notifications/ }).isChecked()).toBe(false)
  })

  it('goes with who logs out, with what is shown; who logs in again goes on with it', async ({ skip }) => {
    skip(nothingShown, NOTHING_SHOWN)
    const [me, other] = [await person('Camille'), await person('Léa')]
    const { page, context, faults } = await arrive(me)
    faults.expect(askedTooLate)
    await turnOn(page)
    await page.waitForLoadState('networkidle')
    const worker = await workerOf(page, stage().origin)
    const news = await nextPush(() => write(other, me))
    await lookAway(page)
    await worker.deliver(JSON.stringify(news))
    await isShown(worker, 1)
    await page.bringToFront()
    await page.getByRole('button', { name: say('session.menu.logout'), exact: true }).click()
    await page.waitForURL(new RegExp(`/${HOME}$`))
    await isShown(worker, 0)
    expect(await endpoints(me)).toEqual([])
    // the same member, in a new session of the same browser
    const { server, origin } = stage()
    const holder = {
      accountId: me.accountId,
      userId: me.userId,
      communityId: await server.communityId(HOME),
      strategy: 'local',
    } as const
    const { token } = await openSession(server.db, holder, null)
    await context.addCookies([{ name: 'parvis', value: token, url: origin }])
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await expect.poll(() => endpoints(me), { timeout: 15_000 }).toEqual([{ language }])
  })

  it('is offered once a profile is saved, and turned on by a tap', async ({ skip }) => {
    skip(nothingShown, NOTHING_SHOWN)
    const me = await person('Camille')
    const { page, context } = await arrive(me, { permissions: undefined })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await page.goto(`/${HOME}/mon-profil`)
    const field = page.getByLabel(say('entry.firstname'), { exact: true })
    await field.fill('Camilla')
    await page.getByRole('button', { name: say('entry.profile.save'), exact: true }).click()
    const offer = page.getByRole('button', { name: say('push.offer.yes'), exact: true })
    await offer.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await context.grantPermissions(['notifications'], { origin: stage().origin })
    await offer.click()
    await page.getByText(say('push.on.done')).waitFor()
    expect(await endpoints(me)).toEqual([{ language }])
  })

  it('says so where the browser refuses, where it cannot, and where the app has to be installed first', async () => {
    const me = await person('Camille')
    const refused = await arrive(me, { permissions: undefined })
    await refused.page.goto(SETTINGS)
    await toggle(refused.page).waitFor()
    // whoever has no desktop refuses whatever is asked; the shell does before it is asked
    if (await toggle(refused.page).isEnabled()) await toggle(refused.page).click()
    await refused.page.getByText(say('push.refused')).waitFor()
    expect(await toggle(refused.page).isDisabled()).toBe(true)
    expect(await findBarriers(refused.page)).toEqual([])

    const old = await arrive(me)
    await old.context.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
    await old.page.goto(SETTINGS)
    await old.page.getByText(say('push.none')).waitFor()
    expect(await toggle(old.page).count()).toBe(0)

    const iphone = await arrive(me, { userAgent: IPHONE })
    await iphone.context.addInitScript(() => {
      Object.defineProperty(navigator, 'vendor', { get: () => 'Apple Computer, Inc.' })
    })
    await iphone.page.goto(SETTINGS)
    await iphone.page.getByText(say('push.install')).waitFor()
    expect(await toggle(iphone.page).count()).toBe(0)
    expect(await findBarriers(iphone.page)).toEqual([])
  })

  it('quiet hours are kept, changed and given up', async () => {
    const me = await person('Camille')
    await stage().server.db.deleteFrom('notification_settings').where('user_id', '=', me.userId).execute()
    const { page } = await arrive(me)
    const kept = async () =>
      stage()
        .server.db.selectFrom('notification_settings')
        .select(['quiet_from', 'quiet_until'])
        .where('user_id', '=', me.userId)
        .executeTakeFirst()
    await page.goto(SETTINGS)
    const quiet = page.getByRole('switch', { name: say('notifications.quiet'), exact: true })
    await expect.poll(() => quiet.isChecked()).toBe(true)
    await page.getByLabel(say('notifications.quiet.from'), { exact: true }).selectOption('21:30')
    await expect.poll(kept).toEqual({ quiet_from: '21:30:00', quiet_until: '07:00:00' })
    expect(await findBarriers(page)).toEqual([])
    await quiet.click()
    await expect.poll(kept).toEqual({ quiet_from: null, quiet_until: null })
    await page.getByText(say('notifications.quiet.off')).waitFor()
    await page.reload()
    await expect.poll(() => quiet.isChecked()).toBe(false)
  })
})
