// features: push, session, profile, chat
import { sendMessage } from '@parvis/contract/chat.ts'
import { removeQuietHours } from '@parvis/contract/notifications.ts'
import { getSession } from '@parvis/contract/session.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OPEN_APP_MS } from '../../apps/server/src/features/push/tell-browsers.service.ts'
import { BUNDLE_ID, startApple } from '../../apps/server/src/testing/apple.ts'
import { startFcm } from '../../apps/server/src/testing/phone-push-services.ts'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { buildPhone, openPhone, type Phone } from './phone.ts'
import { givePlugins, moveToken, type PhonePlugins, tap } from './phone-plugins.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const [fcm, apple] = await Promise.all([startFcm(), startApple()])
const stage = useStage('demo', { settings: { fcm: fcm.settings, apple: apple.settings } })
const HOME = '/les-tilleuls'

beforeAll(...buildPhone)

let phone: Phone
afterEach(async () => {
  await stage().server.db.deleteFrom('push_endpoints').execute()
  const found = phone.faults.found()
  await phone.context.close()
  expect(found).toEqual([])
})
afterAll(() => Promise.all([fcm.close(), apple.close()]))

describe.each(oppositeShapes)('a phone app with plugins, $language', ({ language, say }) => {
  const open = async (given: Partial<PhonePlugins> = {}) => {
    phone = await openPhone(stage(), language)
    // Before the log-in the app does not know whether there is a session.
    phone.faults.expect(/answer: GET \/api\/auth 403$/)
    return givePlugins(phone.context, { token: fcm.newToken(), ...given })
  }
  const enter = async () => {
    const { page } = phone
    await page.goto(`${HOME}/connexion`)
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByRole('article').first().waitFor()
    return page
  }
  const registered = async () =>
    (await stage().server.db.selectFrom('push_endpoints').select(['os', 'address', 'language']).execute()).map(
      ({ os, address, language: spoken }) => [os, address, spoken],
    )
  const writeToMe = async () => {
    const { server } = stage()
    const [me, other] = [await server.as('neighbor'), await server.as('neighbor2')]
    await me.call(removeQuietHours)
    const { _id: to } = (await me.call(getSession)).answer
    const before = fcm.pushed.length
    await other.call(sendMessage, { body: { to, text: 'Le code est 4711' } })
    await expect
      .poll(
        async () => {
          // The time it waits for an open app.
          await server.passTime(OPEN_APP_MS)
          return fcm.pushed.length
        },
        { timeout: 30_000 },
      )
      .toBe(before + 1)
    return fcm.pushed[before]!
  }

  it('offers push notifications after saving a profile, opens the target of a tapped one, and unsubscribes at log-out', async () => {
    const plugins = await open()
    const page = await enter()
    expect(plugins.calls).not.toContain('PushNotifications.register')
    await goTo(page, `${HOME}/mon-profil`)
    await page.getByLabel(say('entry.firstname'), { exact: true }).fill(language === 'fr' ? 'Chloé' : 'Zoé')
    await page.getByRole('button', { name: say('entry.profile.save'), exact: true }).click()
    await page.getByText(say('push.offer.app', { service: 'Google' })).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: say('push.offer.yes'), exact: true }).click()
    await page.getByText(say('push.on.done')).waitFor()
    expect(await registered()).toEqual([['android', plugins.token, language]])
    expect(plugins.calls.filter(call => call.endsWith('createChannel'))).toHaveLength(2)

    const push = await writeToMe()
    expect(push.token).toBe(plugins.token)
    expect(push.raw).not.toContain('4711')
    await goTo(page, `${HOME}/actualites`)
    await page.getByRole('article').first().waitFor()
    await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
    await tap(page, push.path)
    await page.waitForURL(`**${push.path}`)
    await page.getByText('Le code est 4711').filter({ visible: true }).last().waitFor()
    expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)

    // A token that rotates while the app is open, and one that has rotated while it was closed.
    await page.waitForLoadState('networkidle')
    await moveToken(page, (plugins.token = fcm.newToken()))
    await expect.poll(registered).toEqual([['android', plugins.token, language]])
    plugins.token = fcm.newToken()
    plugins.launchTap = push.path
    await page.goto(`${HOME}/actualites`)
    await page.waitForURL(`**${push.path}`)
    await expect.poll(registered, { timeout: 15_000 }).toEqual([['android', plugins.token, language]])

    await goTo(page, `${HOME}/actualites`)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    phone.faults.expect(askedTooLate)
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: say('session.menu.logout') }).click()
    await page.waitForURL(`**${HOME}`)
    await expect.poll(registered).toEqual([])
    await expect.poll(() => plugins.calls).toContain('PushNotifications.unregister')
  })

  it('registers with the Apple sheet of the phone; cancelling it leaves the log-in usable', async () => {
    const sub = `001.${randomUUID()}`
    let says = false
    await open({
      signIn: async nonce =>
        says
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
    phone.faults.expect(/answer: POST \/api\/auth\/apple 404$/)
    await page.goto(`${HOME}/connexion`)
    const go = (key: string) => page.getByRole('button', { name: say(key), exact: true })
    await go('entry.apple').click()
    await page.getByText(say('entry.apple.cancelled')).waitFor()
    says = true
    await go('entry.apple').click()
    // Unknown yet: the credential of the phone is kept for the registration.
    await page
      .getByRole('alert')
      .filter({ hasText: say('errors.unknown') })
      .waitFor()
    says = false
    await page.getByRole('checkbox').check()
    await go('entry.apple.register').click()
    await page.getByRole('heading', { level: 1, name: say('entry.profile.welcome') }).waitFor()
    expect(await page.getByLabel(say('entry.firstname'), { exact: true }).inputValue()).toBe('Ada')
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('parvis.token')
  })
})
