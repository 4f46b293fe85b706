// features: session, settings, admin
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addPerson } from '../../apps/server/src/testing/people.ts'
import { totpCodeAt } from '../../apps/server/src/testing/second-factor.ts'
import { DEMO_PASSWORD, type TestServer } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import type { Translate } from './translate.ts'

const testServer = useTestServer()
/** A server with the settings of production, which requires a second factor of administrators. */
const productionServer = useTestServer('demo', { settings: { production: true, demo: false } })
const SETTINGS = '/les-tilleuls/parametres'
const FEED = '**/les-tilleuls/actualites'
let personCount = 0

const button = (page: Page, t: Translate, key: string) => page.getByRole('button', { name: t(key), exact: true })
const field = (page: Page, t: Translate, key: string) => page.getByLabel(t(key), { exact: true })
const focusedFieldName = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)

/** Returns a fake authenticator app for the secret on the screen: each call returns the code of the next period. */
const createAuthenticator = async (page: Page, t: Translate, { clock, platform }: TestServer) => {
  await page.getByText(t('factor.setup.type'), { exact: true }).click()
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  return () => {
    clock.aheadMs += 30_000
    return totpCodeAt(secret, platform.clock.now())
  }
}
const recoveryCodes = (page: Page, t: Translate) =>
  page
    .getByRole('list', { name: t('factor.codes.list') })
    .getByRole('listitem')
    .allInnerTexts()

describe.each(oppositeShapes)('a second factor, $size, $language', ({ size, language, t }) => {
  it('is set up in the settings, required at log-in as a code or recovery code, and removed by an administrator', async () => {
    const email = `factor-${size}-${++personCount}@test.example`
    await addPerson(testServer().server, {
      email,
      password: DEMO_PASSWORD,
      role: 'employee',
      community: 'les-tilleuls',
    })
    const { page, context, pageErrors } = await testServer().newPage({ size, language, as: email })
    pageErrors.allow(lateRequestErrors, /answer: (?:POST|PUT) \/api\/(?:auth 401|user\/proof 400)/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(SETTINGS)
    await button(page, t, 'factor.turnon').click()
    await page.getByRole('img', { name: t('factor.setup.qr') }).waitFor()
    const nextCode = await createAuthenticator(page, t, testServer().server)
    expect(await findAxeViolations(page)).toEqual([])
    const codeField = field(page, t, 'factor.setup.code')
    await codeField.fill(nextCode())
    await codeField.press('Enter')

    // The recovery codes can be copied and downloaded.
    await page.getByRole('heading', { name: t('factor.codes.title') }).waitFor()
    const codes = await recoveryCodes(page, t)
    expect(codes).toHaveLength(10)
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, t, 'factor.codes.copy').click()
    await button(page, t, 'factor.copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    for (const code of codes) expect(copied).toContain(code)
    const download = page.waitForEvent('download')
    await button(page, t, 'factor.codes.download').click()
    expect((await download).suggestedFilename()).toBe(t('factor.codes.file'))
    await button(page, t, 'factor.codes.done').click()
    await button(page, t, 'factor.newcodes').waitFor()

    // Logs out, and logs in again with a code, by keyboard only.
    const logOut = async () => {
      await context.clearCookies({ name: 'parvis' })
      await page.goto('/les-tilleuls/connexion')
    }
    await logOut()
    await logIn(page, t, email)
    const code = field(page, t, 'factor.code')
    await code.waitFor()
    await expect.poll(() => focusedFieldName(page)).toBe('code')
    expect(await findAxeViolations(page)).toEqual([])
    // The code is pasted with spaces.
    await page.evaluate(text => navigator.clipboard.writeText(text), ` ${nextCode().replace(/(.{3})/, '$1 ')} `)
    await page.keyboard.press('ControlOrMeta+V')
    await page.keyboard.press('Enter')
    await page.waitForURL(FEED)

    // A member who has lost the phone can use a recovery code.
    await logOut()
    await logIn(page, t, email)
    await button(page, t, 'factor.userecovery').click()
    const recovery = field(page, t, 'factor.recovery')
    await recovery.fill(codes[0]!.toLowerCase())
    await recovery.press('Enter')
    await page.waitForURL(FEED)
    await page.getByText(/\b9\b/).first().waitFor()

    // For a member who has lost the recovery codes too, an administrator removes the second factor.
    const { db, communityId } = testServer().server
    const { id: userId } = await db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('users.id')
      .where('accounts.email', '=', email)
      .where('users.community_id', '=', await communityId('les-tilleuls'))
      .executeTakeFirstOrThrow()
    const { page: adminPage } = await testServer().newPage({ size, language, as: 'administrator' })
    await adminPage.goto(`/les-tilleuls/gestion/membre?id=${userId}`)
    await button(adminPage, t, 'admin.member.factor').click()
    expect(await findAxeViolations(adminPage)).toEqual([])
    await adminPage
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin.member.factor.yes'), exact: true })
      .click()
    await button(adminPage, t, 'admin.member.factor').waitFor({ state: 'detached' })
    await logOut()
    await logIn(page, t, email)
    await page.waitForURL(FEED)
  })

  it('must be set up by an administrator before any other page opens; the set-up then leads to the requested page', async () => {
    const email = `asked-${size}-${++personCount}@test.example`
    const { server } = productionServer()
    await addPerson(server, { email, password: DEMO_PASSWORD, role: 'administrator', community: 'les-tilleuls' })
    const { page, pageErrors } = await productionServer().newPage({ size, language })
    pageErrors.allow(/answer: (?:POST|PUT) \/api\/(?:auth 401|user\/second-factor 400)/)
    await page.goto('/les-tilleuls/connexion?next=%2Fles-tilleuls%2Fgestion')
    await logIn(page, t, email)
    await page.getByRole('heading', { level: 1, name: t('factor.setup.title') }).waitFor()
    await page.goto('/les-tilleuls/calendrier')
    await page.waitForURL('**/les-tilleuls/double-authentification?*')
    await page.getByRole('img', { name: t('factor.setup.qr') }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const nextCode = await createAuthenticator(page, t, server)
    await field(page, t, 'factor.setup.code').fill(nextCode())
    await button(page, t, 'factor.setup.go').click()
    await page.getByRole('heading', { level: 1, name: t('factor.codes.title') }).waitFor()
    const codes = await recoveryCodes(page, t)
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, t, 'factor.codes.done').click()
    await button(page, t, 'factor.codes.leave').click()
    await page.waitForURL('**/les-tilleuls/calendrier')

    // In another browser the log-in requires a code, here a recovery code, but no set-up.
    const other = await productionServer().newPage({ size, language })
    other.pageErrors.allow(/answer: POST \/api\/auth 401/)
    await other.page.goto('/les-tilleuls/connexion')
    await logIn(other.page, t, email)
    await button(other.page, t, 'factor.userecovery').click()
    await field(other.page, t, 'factor.recovery').fill(codes[3]!)
    await button(other.page, t, 'factor.go').click()
    await other.page.waitForURL(FEED)
  })
})
