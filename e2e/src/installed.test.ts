// features: home-screen, app, session
import { describe, it } from 'vitest'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'
import { appIsStored, areKept, openAnew } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`

describe.each(oppositeShapes)('the installed app, $size, $language', ({ size, language, say }: Shape) => {
  it('opens the target of its shortcut, after the log-in too, and restores its caches after the system has cleared them', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, stored: { neighborhoodUri: HOME } })
    faults.expect(/net::ERR_/, /Failed to load resource/, /networkerror/)
    await page.goto('/?vers=chat')
    await page.waitForURL('**/connexion**')
    await logIn(page, say, 'neighbor2@demo.example')
    await page.waitForURL(`**/${HOME}/mes-conversations`)
    await page.goto('/?vers=publish')
    await page.waitForURL(`**${FEED}/edition-publication`)
    await goTo(page, FEED)
    await page.getByRole('article').first().waitFor()
    await appIsStored(page)
    await areKept(page, /"feed","list"/)
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      // Deleted once the page that has them open is closed.
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
      localStorage.clear()
    })
    // The worker is still registered, but its caches are empty.
    let again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
    await appIsStored(again)
    await areKept(again, /"feed","list"/)
    await context.setOffline(true)
    again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
  })
})
