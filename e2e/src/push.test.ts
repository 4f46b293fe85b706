// features: push, settings, chat, session
import { sendMessage } from '@parvis/contract/chat.ts'
import { removeQuietHours } from '@parvis/contract/notifications.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPEN_APP_DELAY_MS } from '../../apps/server/src/features/push/enqueue-pushes.service.ts'
import { openSession } from '../../apps/server/src/features/session/session.service.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { startPushService } from '../../apps/server/src/testing/push-service.ts'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { uniqueNickname } from './newcomer.ts'
import {
  coverPage,
  launchPushBrowser,
  bringTabToFront,
  type PushWorker,
  lacksNotifications,
  useFakePushService,
  pushWorkerOf,
} from './push-browser.ts'
import { oppositeShapes, type Shape, loggedInState } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const service = await startPushService()
const testServer = useTestServer('demo', { settings: { pushTestOrigin: service.origin } })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
const SETTINGS = `/${HOME}/parametres`
const home = { address: '8 rue des Marquisats', zip_code: '74000', city: 'Annecy' }

const SKIP_REASON = 'this browser shows no notifications'

let browser: Browser
let cannotShow: boolean
let personCount = 0
beforeAll(async () => {
  browser = await launchPushBrowser()
  cannotShow = await lacksNotifications(testServer().origin)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

describe.each(oppositeShapes)('push notifications, $size, $language', ({ size, language, t }: Shape) => {
  const person = async (firstname: string) => {
    const { server } = testServer()
    const pseudo = uniqueNickname('Voisin')
    const one = await asPerson(server, { email: `push-${size}-${++personCount}@e2e.example`, pseudo, community: HOME })
    await server.db
      .updateTable('users')
      .set({ firstname, lastname: 'Roussel', gender: 'F', birthdate: '1990-05-12', ...home })
      .where('id', '=', one.userId)
      .execute()
    await one.visitor.call(removeQuietHours)
    return { ...one, pseudo }
  }
  type Person = Awaited<ReturnType<typeof person>>
  const openPage = async (recipient: Person, more: BrowserContextOptions = {}) => {
    const { origin, newPage } = testServer()
    const context = { storageState: loggedInState(origin, recipient.visitor), permissions: ['notifications'], ...more }
    const visit = await newPage({ size, language, browser, context })
    await useFakePushService(visit.context, service)
    return visit
  }
  const toggle = (page: Page) => page.getByRole('switch', { name: t('push.device'), exact: true })
  const waitForToggle = (page: Page, on: boolean) => expect.poll(() => toggle(page).isChecked()).toBe(on)
  const endpoints = async ({ userId }: Person) =>
    testServer().server.db.selectFrom('push_endpoints').select('language').where('user_id', '=', userId).execute()
  /** Waits for the next push that the fake service receives; the test then delivers it to the service worker. */
  const nextPush = async (action: () => Promise<unknown>) => {
    const before = service.pushed.length
    await action()
    await expect
      .poll(
        async () => {
          // The server delays a push by this time, in case an open app shows the message.
          await testServer().server.advanceTime(OPEN_APP_DELAY_MS)
          return service.pushed.length
        },
        { timeout: 30_000 },
      )
      .toBe(before + 1)
    return service.pushed[before]!.news
  }
  const write = (from: Person, to: Person) =>
    from.visitor.call(sendMessage, { body: { to: to.userId, text: 'Le code est 4711' } })
  const waitForShown = (worker: PushWorker, count: number) =>
    expect.poll(async () => (await worker.shownNotifications()).length, { timeout: 15_000 }).toBe(count)

  it('once turned on, show a message while no page has the focus, open it on a tap, and stop at the log-out', async ({
    skip,
  }) => {
    skip(cannotShow, SKIP_REASON)
    const [recipient, other] = [await person('Camille'), await person('Léa')]
    const { page, context, pageErrors } = await openPage(recipient)
    pageErrors.allow(lateRequestErrors)
    await page.goto(SETTINGS)
    await waitForToggle(page, false)
    await page.getByText(t('push.off')).waitFor()
    await toggle(page).click()
    await waitForToggle(page, true)
    await page.getByText(t('push.on')).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await endpoints(recipient)).toEqual([{ language }])

    await goTo(page, FEED)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    const worker = await pushWorkerOf(page, testServer().origin)
    const payload = await nextPush(() => write(other, recipient))
    expect(payload.lang).toBe(language)
    // While the app has the focus, the page shows the message itself instead of a notification.
    await worker.deliverWhileFocused(JSON.stringify({ ...payload, tag: 'while somebody looks' }))
    const otherPage = await coverPage(page)
    await worker.deliver(JSON.stringify(payload))
    await waitForShown(worker, 1)
    expect(await worker.shownNotifications()).toEqual([
      {
        title: 'Léa R.',
        body: `${language === 'fr' ? 'Vous a envoyé un message' : 'Sent you a message'} · Les Tilleuls`,
        tag: payload.tag,
        lang: language,
        icon: `${testServer().origin}/icon-192.png`,
        badge: `${testServer().origin}/badge.png`,
        silent: false,
      },
    ])
    // A push with the same tag replaces the former one.
    await worker.deliver(JSON.stringify({ ...payload, title: 'Léa R. (2)' }))
    await expect.poll(async () => (await worker.shownNotifications()).map(({ title }) => title)).toEqual(['Léa R. (2)'])

    await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
    await worker.tapNotification()
    await page.waitForURL(`**/${HOME}/mes-conversations/${other.pseudo}`)
    await page.getByText('Le code est 4711').first().waitFor()
    expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)
    await waitForShown(worker, 0)
    expect(await worker.openedPaths()).toEqual([])

    // Logging out removes shown notifications; logging in again subscribes again.
    await bringTabToFront(page, otherPage)
    // The service worker may still see the page as focused, so the push is delivered repeatedly.
    await expect
      .poll(
        async () => {
          await worker.deliver(JSON.stringify(payload))
          return (await worker.shownNotifications()).length
        },
        { timeout: 15_000 },
      )
      .toBe(1)
    await page.bringToFront()
    await goTo(page, SETTINGS)
    await waitForToggle(page, true)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: t('session.menu.logout'), exact: true }).click()
    await page.waitForURL(new RegExp(`/${HOME}$`))
    await waitForShown(worker, 0)
    expect(await endpoints(recipient)).toEqual([])
    // The same member logs in again in the same browser.
    const { server, origin } = testServer()
    const session = {
      accountId: recipient.accountId,
      userId: recipient.userId,
      communityId: await server.communityId(HOME),
      strategy: 'local',
    } as const
    const { token } = await openSession(server.db, session, null)
    await context.addCookies([{ name: 'parvis', value: token, url: origin }])
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await expect.poll(() => endpoints(recipient), { timeout: 15_000 }).toEqual([{ language }])

    // Without an open page a tap opens one; a push during quiet hours is silent.
    await page.goto('about:blank')
    await worker.waitUntilNoPages()
    const now = Date.now()
    await worker.deliver(JSON.stringify({ ...payload, quiet: [now - 60_000, now + 60_000] }))
    await waitForShown(worker, 1)
    expect((await worker.shownNotifications())[0]!.silent).toBe(true)
    await worker.tapNotification()
    await expect.poll(() => worker.openedPaths()).toEqual([`/${HOME}/mes-conversations/${other.pseudo}`])
  })
})
