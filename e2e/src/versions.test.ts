// features: app
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import type { BrowserContext } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const OLD = '1.4.9'
const stage = useStage('demo', { settings: { minClientVersion: '1.3.0' } })

/** Makes the browser send another client version, like a page opened before an update of the server. */
const speaksAs = (context: BrowserContext, version: () => string) =>
  context.route(/\/(?:api|events|communities|globalinformations|messages)\b/, async route => {
    const headers = { ...route.request().headers(), 'x-client-version': version() }
    const body = route.request().postDataJSON() as { version?: string } | null
    await route.continue({ headers, ...(body?.version && { postData: { ...body, version: version() } }) })
  })

describe.each(oppositeShapes)('after the log-in, $size, $language', ({ size, language, say }) => {
  it('offers a newer version, which a tap loads; a version that is too old stops and continues after a reload', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    faults.expect(/answer: \w+ \S+ 411/, 'console: ApiError: obsolete')
    let version: string = OLD
    await speaksAs(context, () => version)
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, say, 'neighbor@demo.example')
    const told = page.getByRole('status').filter({ hasText: say('session.needupdate') })
    await told.waitFor()
    expect(await told.innerText()).toContain(say('common.alert.info'))
    version = CLIENT_VERSION
    let again = page.waitForEvent('load')
    await told.getByRole('button', { name: say('common.obsolete.reload') }).click()
    await again
    await page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()

    version = '1.2.9'
    await page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say('session.tab.information') })
      // A mouse would hover first, which prefetches the screen.
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: say('common.obsolete.title') }).waitFor()
    version = CLIENT_VERSION
    again = page.waitForEvent('load')
    await page.getByRole('button', { name: say('common.obsolete.reload') }).click()
    await again
    await page.getByRole('heading', { level: 1, name: say('information.title') }).waitFor()
  })

  it('logs out again with a message when its data cannot be loaded', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    // Other requests running when the session ended are refused.
    faults.expect(/answer: GET \/events 500/, /answer: GET \S+ 401/, /console: ApiError: unexpectederror/)
    let isBroken = true
    await context.route(/\/events\?/, route =>
      isBroken ? route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }) : route.continue(),
    )
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByText(say('entry.ended.data')).waitFor()
    expect(new URL(page.url()).pathname).toBe('/les-tilleuls/connexion')
    expect((await context.cookies()).some(({ name }) => name === 'parvis')).toBe(false)
    isBroken = false
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByRole('article').first().waitFor()
  })
})
