// features: home-screen, app, session
import { describe, it } from 'vitest'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import { waitForStoredApp, waitForPersistedQueries, reopenApp } from './worker-page.ts'

const testServer = useTestServer('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`

describe.each(oppositeShapes)('the installed app, $size, $language', ({ size, language, t }: Shape) => {
  it('opens the target of its shortcut, also after the log-in, and restores caches that the system cleared', async () => {
    const { page, context, pageErrors } = await testServer().newPage({
      size,
      language,
      storedValues: { neighborhoodUri: HOME },
    })
    pageErrors.allow(/net::ERR_/, /Failed to load resource/, /networkerror/)
    await page.goto('/?vers=chat')
    await page.waitForURL('**/connexion**')
    await logIn(page, t, 'neighbor2@demo.example')
    await page.waitForURL(`**/${HOME}/mes-conversations`)
    await page.goto('/?vers=publish')
    await page.waitForURL(`**${FEED}/edition-publication`)
    await goTo(page, FEED)
    await page.getByRole('article').first().waitFor()
    await waitForStoredApp(page)
    await waitForPersistedQueries(page, /"feed","list"/)
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      // A database is deleted only once the page that has it open is closed.
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
      localStorage.clear()
    })
    // The worker is still registered, but its caches are empty.
    let reopened = await reopenApp(context, FEED)
    await reopened.getByRole('article').first().waitFor()
    await waitForStoredApp(reopened)
    await waitForPersistedQueries(reopened, /"feed","list"/)
    await context.setOffline(true)
    reopened = await reopenApp(context, FEED)
    await reopened.getByRole('article').first().waitFor()
  })
})
