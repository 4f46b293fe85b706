// features: push, session, profile, chat
import { sendMessage } from '@parvis/contract/chat.ts'
import { removeQuietHours } from '@parvis/contract/notifications.ts'
import { getSession } from '@parvis/contract/session.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OPEN_APP_DELAY_MS } from '../../apps/server/src/features/push/enqueue-pushes.service.ts'
import { BUNDLE_ID, startFakeApple } from '../../apps/server/src/testing/apple.ts'
import { startFakeFcm } from '../../apps/server/src/testing/phone-push-services.ts'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { buildPhone, openPhone, type Phone } from './phone.ts'
import { installPlugins, rotatePushToken, type PhonePlugins, tapNotification } from './phone-plugins.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const [fcm, apple] = await Promise.all([startFakeFcm(), startFakeApple()])
const testServer = useTestServer('demo', { settings: { fcm: fcm.settings, apple: apple.settings } })
const HOME = '/les-tilleuls'

beforeAll(...buildPhone)

let phone: Phone
afterEach(async () => {
  await testServer().server.db.deleteFrom('push_endpoints').execute()
  const found = phone.pageErrors.unexpectedErrors()
  await phone.context.close()
  expect(found).toEqual([])
})
afterAll(() => Promise.all([fcm.close(), apple.close()]))

describe.each(oppositeShapes)('a phone app with plugins, $language', ({ language, t }) => {
  const open = async (overrides: Partial<PhonePlugins> = {}) => {
    phone = await openPhone(testServer(), language)
    // Before the log-in the app does not know whether there is a session, so it asks the server.
    phone.pageErrors.allow(/answer: GET \/api\/auth 403$/)
    return installPlugins(phone.context, { token: fcm.newToken(), ...overrides })
  }
  const logInOnPhone = async () => {
    const { page } = phone
    await page.goto(`${HOME}/connexion`)
    await logIn(page, t, 'neighbor@demo.example')
    await page.getByRole('article').first().waitFor()
    return page
  }
  const listEndpoints = async () =>
    (await testServer().server.db.selectFrom('push_endpoints').select(['os', 'address', 'language']).execute()).map(
      ({ os, address, language: endpointLanguage }) => [os, address, endpointLanguage],
    )
  const receivePush = async () => {
    const { server } = testServer()
    const [me, other] = [await server.as('neighbor'), await server.as('neighbor2')]
    await me.call(removeQuietHours)
    const { _id: to } = (await me.call(getSession)).answer
    const before = fcm.pushed.length
    await other.call(sendMessage, { body: { to, text: 'Le code est 4711' } })
    await expect
      .poll(
        async () => {
          // The server delays a push by this time, in case an open app shows the message.
          await server.advanceTime(OPEN_APP_DELAY_MS)
          return fcm.pushed.length
        },
        { timeout: 30_000 },
      )
      .toBe(before + 1)
    return fcm.pushed[before]!
  }

  it('offers push notifications after saving a profile, opens the target of a tapped notification, and unsubscribes at log-out', async () => {
    const plugins = await open()
    const page = await logInOnPhone()
    expect(plugins.calls).not.toContain('PushNotifications.register')
    await goTo(page, `${HOME}/mon-profil`)
    await page.getByLabel(t('entry.firstname'), { exact: true }).fill(language === 'fr' ? 'Chloé' : 'Zoé')
    await page.getByRole('button', { name: t('entry.profile.save'), exact: true }).click()
    await page.getByText(t('push.offer.app', { service: 'Google' })).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: t('push.offer.yes'), exact: true }).click()
    await page.getByText(t('push.on.done')).waitFor()
    expect(await listEndpoints()).toEqual([['android', plugins.token, language]])
    expect(plugins.calls.filter(call => call.endsWith('createChannel'))).toHaveLength(2)

    const push = await receivePush()
    expect(push.token).toBe(plugins.token)
    expect(push.raw).not.toContain('4711')
    await goTo(page, `${HOME}/actualites`)
    await page.getByRole('article').first().waitFor()
    await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
    await tapNotification(page, push.path)
    await page.waitForURL(`**${push.path}`)
    await page.getByText('Le code est 4711').filter({ visible: true }).last().waitFor()
    expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)

    // The token rotates first while the app is open, then while it is closed.
    await page.waitForLoadState('networkidle')
    await rotatePushToken(page, (plugins.token = fcm.newToken()))
    await expect.poll(listEndpoints).toEqual([['android', plugins.token, language]])
    plugins.token = fcm.newToken()
    plugins.launchTap = push.path
    await page.goto(`${HOME}/actualites`)
    await page.waitForURL(`**${push.path}`)
    await expect.poll(listEndpoints, { timeout: 15_000 }).toEqual([['android', plugins.token, language]])

    await goTo(page, `${HOME}/actualites`)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    phone.pageErrors.allow(lateRequestErrors)
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: t('session.menu.logout') }).click()
    await page.waitForURL(`**${HOME}`)
    await expect.poll(listEndpoints).toEqual([])
    await expect.poll(() => plugins.calls).toContain('PushNotifications.unregister')
  })

  it('registers with the "Sign in with Apple" dialog of the phone; cancelling the dialog leaves the log-in usable', async () => {
    const sub = `001.${randomUUID()}`
    let isAccepted = false
    await open({
      signIn: async nonce =>
        isAccepted
          ? {
              identityToken: await apple.sign({
                sub,
                aud: BUNDLE_ID,
                nonce,
                email: `${sub.slice(4, 12)}@privaterelay.appleid.com`,
                email_verified: 'true',
              }),
              bundleId: BUNDLE_ID,
              givenName: 'Ada',
              familyName: 'Lovelace',
            }
          : null,
    })
    const { page } = phone
    phone.pageErrors.allow(/answer: POST \/api\/auth\/apple 404$/)
    await page.goto(`${HOME}/connexion`)
    const buttonOf = (key: string) => page.getByRole('button', { name: t(key), exact: true })
    await buttonOf('entry.apple').click()
    await page.getByText(t('entry.apple.cancelled')).waitFor()
    isAccepted = true
    await buttonOf('entry.apple').click()
    // The Apple account is not registered yet: the app keeps the credential from the phone for the registration.
    await page
      .getByRole('alert')
      .filter({ hasText: t('errors.unknown') })
      .waitFor()
    isAccepted = false
    await page.getByRole('checkbox').check()
    await buttonOf('entry.apple.register').click()
    await page.getByRole('heading', { level: 1, name: t('entry.profile.welcome') }).waitFor()
    expect(await page.getByLabel(t('entry.firstname'), { exact: true }).inputValue()).toBe('Ada')
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('parvis.token')
  })
})
