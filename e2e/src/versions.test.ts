// features: app
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import type { BrowserContext } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const OLD = '1.4.9'
const stage = useStage('demo', { settings: { minClientVersion: '1.3.0' } })

/** What this browser says that it is: a page that was opened before the server was renewed. */
const speaksAs = (context: BrowserContext, version: () => string) =>
  context.route(/\/(?:api|events|communities|globalinformations|messages)\b/, async route => {
    const headers = { ...route.request().headers(), 'x-client-version': version() }
    const body = route.request().postDataJSON() as { version?: string } | null
    await route.continue({ headers, ...(body?.version && { postData: { ...body, version: version() } }) })
  })

describe.each(oppositeShapes)('after a log-in, $size, $language', ({ size, language, say }) => {
  const feed = { level: 1, name: say('feed.title') } as const

  it('is told of a newer version, which a tap brings, and of nothing where there is none', async () => {
    const { page, context } = await stage().welcome({ size, language })
    let version: string = CLIENT_VERSION
    await speaksAs(context, () => version)
    await page.goto('/les-tilleuls/connexion')
    const asked = page.waitForResponse('**/globalinformations/check/version/authenticated')
    await logIn(page, say, 'neighbor@demo.example')
    expect(await (await asked).json()).toMatchObject({ needupdate: false, forceupdate: false })
    await page.getByRole('heading', feed).waitFor()
    expect(await page.getByText(say('session.needupdate')).count()).toBe(0)

    // nothing of the open page asks without its cookie
    await page.goto('about:blank')
    await context.clearCookies()
    version = OLD
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, say, 'neighbor@demo.example')
    const told = page.getByRole('status').filter({ hasText: say('session.needupdate') })
    await told.waitFor()
    expect(await told.innerText()).toContain(say('common.alert.info'))
    version = CLIENT_VERSION
    const again = page.waitForEvent('load')
    await told.getByRole('button', { name: say('common.obsolete.reload') }).click()
    await again
    await page.getByRole('heading', feed).waitFor()
  })

  it('asks as anybody where the session cannot be asked', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    faults.expect('answer: POST /globalinformations/check/version/authenticated 401')
    await context.route('**/check/version/authenticated', route =>
      route.fulfill({ status: 401, json: { error: { key: 'nosession' } } }),
    )
    await page.goto('/les-tilleuls/connexion')
    const asked = page.waitForResponse('**/globalinformations/check/version')
    await logIn(page, say, 'neighbor@demo.example')
    expect((await asked).status()).toBe(200)
    await page.getByRole('heading', feed).waitFor()
    await page.getByRole('article').first().waitFor()
  })

  it('stops where the version is too old, and says how to go on', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    faults.expect(/answer: \w+ \S+ 411/, 'console: ApiError: obsolete')
    let version: string = CLIENT_VERSION
    await speaksAs(context, () => version)
    await page.goto('/les-tilleuls/connexion')
    await page.getByRole('dialog').waitFor()
    version = '1.2.9'
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByRole('heading', { level: 1, name: say('common.obsolete.title') }).waitFor()
    version = CLIENT_VERSION
    await page.getByRole('button', { name: say('common.obsolete.reload') }).click()
    await page.getByRole('dialog').waitFor()
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByRole('heading', feed).waitFor()
  })

  it('learns from the check that the version is too old', async () => {
    const { page, context } = await stage().welcome({ size, language })
    await context.route('**/check/version/authenticated', async route => {
      const body = { ...(route.request().postDataJSON() as object), version: '1.2.9' }
      await route.continue({ postData: body })
    })
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByRole('heading', { level: 1, name: say('common.obsolete.title') }).waitFor()
  })

  it('ends again where its data cannot be loaded, and says so', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    // what else was being read when the session ended is refused
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

it('a network that is lost right after a log-in ends no session', async () => {
  const { page, context, faults } = await stage().welcome({})
  faults.expect('net::ERR_', 'console: ApiError: networkerror')
  await context.route(/\/events\?/, route => route.abort())
  const { say } = oppositeShapes[1]!
  await page.goto('/les-tilleuls/connexion')
  const asked = page.waitForResponse('**/globalinformations/check/version/authenticated')
  await logIn(page, say, 'neighbor@demo.example')
  await asked
  await page.getByText(say('common.failed.offline')).waitFor()
  expect((await context.cookies()).some(({ name }) => name === 'parvis')).toBe(true)
})
