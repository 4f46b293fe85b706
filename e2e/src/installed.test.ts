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
  it('begins where its icon was told to, after the log-in too, and comes back by itself after the system has emptied what it had stored', async () => {
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
      // done once the page that has them open is gone
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
      localStorage.clear()
    })
    // the worker has stayed, and has nothing any more
    let again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
    await appIsStored(again)
    await areKept(again, /"feed","list"/)
    await context.setOffline(true)
    again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
  })
})
