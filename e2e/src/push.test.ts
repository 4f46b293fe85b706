// features: push, settings, chat, session
import { sendMessage } from '@parvis/contract/chat.ts'
import { removeQuietHours } from '@parvis/contract/notifications.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPEN_APP_MS } from '../../apps/server/src/features/push/tell-browsers.service.ts'
import { openSession } from '../../apps/server/src/features/session/session.service.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { startPushService } from '../../apps/server/src/testing/push-service.ts'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { goTo } from './go-to.ts'
import { nickname } from './newcomer.ts'
import {
  lookAway,
  launchPushBrowser,
  lookFrom,
  type PushWorker,
  showsNothing,
  subscribesAt,
  workerOf,
} from './push-browser.ts'
import { oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const service = await startPushService()
const stage = useStage('demo', { settings: { pushTestOrigin: service.origin } })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
const SETTINGS = `/${HOME}/parametres`
const home = { address: '8 rue des Marquisats', zip_code: '74000', city: 'Annecy' }

/** The reason given for skipped tests. */
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

describe.each(oppositeShapes)('push notifications, $size, $language', ({ size, language, say }: Shape) => {
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
  /** The next push that the fake service receives, to be delivered to the worker. */
  const nextPush = async (act: () => Promise<unknown>) => {
    const before = service.pushed.length
    await act()
    await expect
      .poll(
        async () => {
          // The time it waits for an open app.
          await stage().server.passTime(OPEN_APP_MS)
          return service.pushed.length
        },
        { timeout: 30_000 },
      )
      .toBe(before + 1)
    return service.pushed[before]!.news
  }
  const write = (from: Someone, to: Someone) =>
    from.visitor.call(sendMessage, { body: { to: to.userId, text: 'Le code est 4711' } })
  const isShown = (worker: PushWorker, count: number) =>
    expect.poll(async () => (await worker.shown()).length, { timeout: 15_000 }).toBe(count)

  it('when turned on, shows a message while nobody looks, opens it on tap with and without an open page, and stops at log-out', async ({
    skip,
  }) => {
    skip(nothingShown, NOTHING_SHOWN)
    const [me, other] = [await person('Camille'), await person('Léa')]
    const { page, context, faults } = await arrive(me)
    faults.expect(askedTooLate)
    await page.goto(SETTINGS)
    await isOn(page, false)
    await page.getByText(say('push.off')).waitFor()
    await toggle(page).click()
    await isOn(page, true)
    await page.getByText(say('push.on')).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await endpoints(me)).toEqual([{ language }])

    await goTo(page, FEED)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    const worker = await workerOf(page, stage().origin)
    const news = await nextPush(() => write(other, me))
    expect(news.lang).toBe(language)
    // While the app is in focus the page shows the message itself.
    await worker.deliverWhileLookedAt(JSON.stringify({ ...news, tag: 'while somebody looks' }))
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
    // A push with the same tag replaces the former one.
    await worker.deliver(JSON.stringify({ ...news, title: 'Léa R. (2)' }))
    await expect.poll(async () => (await worker.shown()).map(({ title }) => title)).toEqual(['Léa R. (2)'])

    await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
    await worker.tap()
    await page.waitForURL(`**/${HOME}/mes-conversations/${other.pseudo}`)
    await page.getByText('Le code est 4711').first().waitFor()
    expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)
    await isShown(worker, 0)
    expect(await worker.opened()).toEqual([])

    // Logging out removes shown notifications; logging in again subscribes again.
    await lookFrom(page, elsewhere)
    // The worker may learn late that the page has the focus, after it is lost again.
    await expect
      .poll(
        async () => {
          await worker.deliver(JSON.stringify(news))
          return (await worker.shown()).length
        },
        { timeout: 15_000 },
      )
      .toBe(1)
    await page.bringToFront()
    await goTo(page, SETTINGS)
    await isOn(page, true)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: say('session.menu.logout'), exact: true }).click()
    await page.waitForURL(new RegExp(`/${HOME}$`))
    await isShown(worker, 0)
    expect(await endpoints(me)).toEqual([])
    // the same member in a new session of the same browser
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

    // Without an open page a tap opens one; a push within quiet hours is silent.
    await page.goto('about:blank')
    await worker.untilAlone()
    const now = Date.now()
    await worker.deliver(JSON.stringify({ ...news, quiet: [now - 60_000, now + 60_000] }))
    await isShown(worker, 1)
    expect((await worker.shown())[0]!.silent).toBe(true)
    await worker.tap()
    await expect.poll(() => worker.opened()).toEqual([`/${HOME}/mes-conversations/${other.pseudo}`])
  })
})
