// features: home-screen
import { sendMessage } from '@parvis/contract/chat.ts'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'
import { appIsStored, isKept, openAnew } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`

describe.each(oppositeShapes)('the installed app, $size, $language', ({ size, language, say }: Shape) => {
  it('begins where its icon was told to, after the log-in too', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await page.goto('/?vers=chat')
    await page.waitForURL(`**/${HOME}/mes-conversations`)
    await page.goto('/?vers=publish')
    await page.waitForURL(`**${FEED}/edition-publication`)
    const { page: outside } = await stage().welcome({ size, language, stored: { neighborhoodUri: HOME } })
    await outside.goto('/?vers=chat')
    await outside.waitForURL('**/connexion**')
    await logIn(outside, say, 'neighbor2@demo.example')
    await outside.waitForURL(`**/${HOME}/mes-conversations`)
  })

  it('is offered once, at the second visit, and stands in the settings from then on', async () => {
    const { page, context } = await stage().welcome({ size, language, as: 'neighbor' })
    // as Chromium makes it to a visitor whom it takes for a regular one
    await context.addInitScript(() => {
      const offer = () =>
        dispatchEvent(
          Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
            prompt: async () => {
              document.documentElement.dataset.asked = 'yes'
              return { outcome: 'accepted' }
            },
          }),
        )
      addEventListener('load', () => setTimeout(offer, 100))
    })
    const offer = (at: typeof page) => at.getByRole('status').filter({ hasText: say('homescreen.offer') })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await appIsStored(page)
    // another tab is no other visit
    const tab = await context.newPage()
    await tab.goto(FEED)
    await tab.getByRole('article').first().waitFor()
    await tab.waitForTimeout(2_000)
    expect((await offer(page).count()) + (await offer(tab).count())).toBe(0)
    const second = await context.newPage()
    await second.addInitScript(() => {
      const visited = JSON.parse(localStorage.getItem('visited')!) as { times: number; at: number }
      localStorage.setItem('visited', JSON.stringify({ ...visited, at: visited.at - 3_600_000 }))
    })
    await second.goto(FEED)
    await offer(second)
      .getByRole('button', { name: say('common.close') })
      .click()
    const third = await context.newPage()
    await third.goto(`/${HOME}/parametres`)
    const install = third.getByRole('main').getByRole('button', { name: say('homescreen.install'), exact: true })
    await install.waitFor()
    await third.waitForTimeout(2_000)
    expect(await offer(third).count()).toBe(0)
    await install.click()
    await install.waitFor({ state: 'detached' })
    expect(await third.evaluate(() => document.documentElement.dataset.asked)).toBe('yes')
  })

  it('bears on its icon how much is unread, and nothing once that was read', async () => {
    const { server, origin } = stage()
    const neighbor = (name: string) => {
      const pseudo = `${name}${size}`
      return asPerson(server, { email: `${pseudo}@icon.example`, pseudo, community: HOME })
    }
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    const { page, context } = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(origin, ana.visitor) },
    })
    await context.addInitScript(() => {
      const show = async (count: number) => {
        Object.assign(window, { onIcon: count })
      }
      Object.assign(navigator, { setAppBadge: show, clearAppBadge: () => show(0) })
    })
    const onIcon = () => page.evaluate(() => (window as { onIcon?: number }).onIcon)
    await page.goto(FEED)
    await expect.poll(onIcon).toBe(0)
    for (const text of ['Un', 'Deux'])
      await bob.visitor.call(sendMessage, { body: { to: ana.userId, text, tmpId: text } })
    await expect.poll(onIcon).toBeGreaterThan(0)
    await page.goto(`/${HOME}/mes-conversations/bob${size}`)
    await page.getByRole('log').getByText('Deux').first().waitFor()
    await expect.poll(onIcon).toBe(0)
  })

  it('comes back by itself after the system has emptied what it had stored', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_/, /Failed to load resource/, /networkerror/, /^foreign request: /)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await appIsStored(page)
    await isKept(page, /"feed","list"/)
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      // done once the page that has them open is gone
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
      localStorage.clear()
    })
    // the worker has stayed, and has nothing any more
    let again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
    await appIsStored(again)
    await isKept(again, /"feed","list"/)
    await context.setOffline(true)
    again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
  })
})
