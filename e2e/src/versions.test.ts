// features: app
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import type { BrowserContext } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const OLD = '1.4.9'
const testServer = useTestServer('demo', { settings: { minClientVersion: '1.3.0' } })

/** Makes the browser send another client version, like a page opened before an update of the server. */
const sendVersion = (context: BrowserContext, version: () => string) =>
  context.route(/\/(?:api|events|communities|globalinformations|messages)\b/, async route => {
    const headers = { ...route.request().headers(), 'x-client-version': version() }
    const body = route.request().postDataJSON() as { version?: string } | null
    await route.continue({ headers, ...(body?.version && { postData: { ...body, version: version() } }) })
  })

describe.each(oppositeShapes)('after the log-in, $size, $language', ({ size, language, t }) => {
  it('the app offers a newer version; a version that is too old stops working until it is reloaded', async () => {
    const { page, context, pageErrors } = await testServer().newPage({ size, language })
    pageErrors.allow(/answer: \w+ \S+ 411/, 'console: ApiError: obsolete')
    let version: string = OLD
    await sendVersion(context, () => version)
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, t, 'neighbor@demo.example')
    const updateNotice = page.getByRole('status').filter({ hasText: t('session.needupdate') })
    await updateNotice.waitFor()
    expect(await updateNotice.innerText()).toContain(t('common.alert.info'))
    version = CLIENT_VERSION
    let reloaded = page.waitForEvent('load')
    await updateNotice.getByRole('button', { name: t('common.obsolete.reload') }).click()
    await reloaded
    await page.getByRole('heading', { level: 1, name: t('feed.title') }).waitFor()

    version = '1.2.9'
    await page
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t('session.tab.information') })
      // A mouse would first hover over the link, which preloads the screen.
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: t('common.obsolete.title') }).waitFor()
    version = CLIENT_VERSION
    reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: t('common.obsolete.reload') }).click()
    await reloaded
    await page.getByRole('heading', { level: 1, name: t('information.title') }).waitFor()
  })

  it('the app logs out again with a message when its data cannot be loaded', async () => {
    const { page, context, pageErrors } = await testServer().newPage({ size, language })
    // Other requests that are running when the session ends are refused.
    pageErrors.allow(/answer: GET \/events 500/, /answer: GET \S+ 401/, /console: ApiError: unexpectederror/)
    let isBroken = true
    await context.route(/\/events\?/, route =>
      isBroken ? route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }) : route.continue(),
    )
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, t, 'neighbor@demo.example')
    await page.getByText(t('entry.ended.data')).waitFor()
    expect(new URL(page.url()).pathname).toBe('/les-tilleuls/connexion')
    expect((await context.cookies()).some(({ name }) => name === 'parvis')).toBe(false)
    isBroken = false
    await logIn(page, t, 'neighbor@demo.example')
    await page.getByRole('article').first().waitFor()
  })
})
