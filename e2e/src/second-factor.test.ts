// features: session, settings, admin
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addPerson } from '../../apps/server/src/testing/people.ts'
import { codeOf } from '../../apps/server/src/testing/second-factor.ts'
import { DEMO_PASSWORD, type TestServer } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'
import type { Words } from './words.ts'

const stage = useStage()
/** A server with the settings of production, which requires a second factor of administrators. */
const asking = useStage('demo', { settings: { production: true, demo: false } })
const SETTINGS = '/les-tilleuls/parametres'
const FEED = '**/les-tilleuls/actualites'
let people = 0

const button = (page: Page, say: Words, key: string) => page.getByRole('button', { name: say(key), exact: true })
const field = (page: Page, say: Words, key: string) => page.getByLabel(say(key), { exact: true })
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)

/** A fake authenticator app for the secret on the screen; each call returns the code of the next period. */
const appOf = async (page: Page, say: Words, { clock, platform }: TestServer) => {
  await page.getByText(say('factor.setup.type'), { exact: true }).click()
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  return () => {
    clock.ahead += 30_000
    return codeOf(secret, platform.clock.now())
  }
}
const recoveryCodes = (page: Page, say: Words) =>
  page
    .getByRole('list', { name: say('factor.codes.list') })
    .getByRole('listitem')
    .allInnerTexts()

describe.each(oppositeShapes)('a second factor, $size, $language', ({ size, language, say }) => {
  it('is set up in the settings, required at log-in, replaced by a recovery code, and removed by an administrator', async () => {
    const email = `factor-${size}-${++people}@test.example`
    await addPerson(stage().server, { email, password: DEMO_PASSWORD, role: 'employee', community: 'les-tilleuls' })
    const { page, context, faults } = await stage().welcome({ size, language, as: email })
    faults.expect(askedTooLate, /answer: (?:POST|PUT) \/api\/(?:auth 401|user\/proof 400)/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(SETTINGS)
    await button(page, say, 'factor.turnon').click()
    await page.getByRole('img', { name: say('factor.setup.qr') }).waitFor()
    const nextCode = await appOf(page, say, stage().server)
    expect(await findBarriers(page)).toEqual([])
    const typed = field(page, say, 'factor.setup.code')
    await typed.fill(nextCode())
    await typed.press('Enter')

    // Leaving the recovery codes needs a confirmation.
    await page.getByRole('heading', { name: say('factor.codes.title') }).waitFor()
    const codes = await recoveryCodes(page, say)
    expect(codes).toHaveLength(10)
    expect(await findBarriers(page)).toEqual([])
    await button(page, say, 'factor.codes.copy').click()
    await button(page, say, 'factor.copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    for (const code of codes) expect(copied).toContain(code)
    const download = page.waitForEvent('download')
    await button(page, say, 'factor.codes.download').click()
    expect((await download).suggestedFilename()).toBe(say('factor.codes.file'))
    await button(page, say, 'factor.codes.done').click()
    await button(page, say, 'factor.newcodes').waitFor()

    // Logs out, and in again with a code, by keyboard only.
    const logOut = async () => {
      await context.clearCookies({ name: 'parvis' })
      await page.goto('/les-tilleuls/connexion')
    }
    await logOut()
    await logIn(page, say, email)
    const code = field(page, say, 'factor.code')
    await code.waitFor()
    await expect.poll(() => focused(page)).toBe('code')
    expect(await findBarriers(page)).toEqual([])
    // pasted with spaces
    await page.evaluate(text => navigator.clipboard.writeText(text), ` ${nextCode().replace(/(.{3})/, '$1 ')} `)
    await page.keyboard.press('ControlOrMeta+V')
    await page.keyboard.press('Enter')
    await page.waitForURL(FEED)

    // The phone is lost: a recovery code works.
    await logOut()
    await logIn(page, say, email)
    await button(page, say, 'factor.userecovery').click()
    const recovery = field(page, say, 'factor.recovery')
    await recovery.fill(codes[0]!.toLowerCase())
    await recovery.press('Enter')
    await page.waitForURL(FEED)
    await page.getByText(/\b9\b/).first().waitFor()

    // The codes are lost too: an administrator removes the second factor on request.
    const { db, communityId } = stage().server
    const { id: userId } = await db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('users.id')
      .where('accounts.email', '=', email)
      .where('users.community_id', '=', await communityId('les-tilleuls'))
      .executeTakeFirstOrThrow()
    const { page: desk } = await stage().welcome({ size, language, as: 'administrator' })
    await desk.goto(`/les-tilleuls/gestion/membre?id=${userId}`)
    await button(desk, say, 'admin.member.factor').click()
    expect(await findBarriers(desk)).toEqual([])
    await desk
      .getByRole('alertdialog')
      .getByRole('button', { name: say('admin.member.factor.yes'), exact: true })
      .click()
    await button(desk, say, 'admin.member.factor').waitFor({ state: 'detached' })
    await logOut()
    await logIn(page, say, email)
    await page.waitForURL(FEED)
  })

  it('is required of an administrator before anything else, then leads to the wanted page', async () => {
    const email = `asked-${size}-${++people}@test.example`
    const { server } = asking()
    await addPerson(server, { email, password: DEMO_PASSWORD, role: 'administrator', community: 'les-tilleuls' })
    const { page, faults } = await asking().welcome({ size, language })
    faults.expect(/answer: (?:POST|PUT) \/api\/(?:auth 401|user\/second-factor 400)/)
    await page.goto('/les-tilleuls/connexion?next=%2Fles-tilleuls%2Fgestion')
    await logIn(page, say, email)
    await page.getByRole('heading', { level: 1, name: say('factor.setup.title') }).waitFor()
    await page.goto('/les-tilleuls/calendrier')
    await page.waitForURL('**/les-tilleuls/double-authentification?*')
    await page.getByRole('img', { name: say('factor.setup.qr') }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const nextCode = await appOf(page, say, server)
    await field(page, say, 'factor.setup.code').fill(nextCode())
    await button(page, say, 'factor.setup.go').click()
    await page.getByRole('heading', { level: 1, name: say('factor.codes.title') }).waitFor()
    const codes = await recoveryCodes(page, say)
    expect(await findBarriers(page)).toEqual([])
    await button(page, say, 'factor.codes.done').click()
    await button(page, say, 'factor.codes.leave').click()
    await page.waitForURL('**/les-tilleuls/calendrier')

    // Another browser needs the code at log-in, but no set-up.
    const other = await asking().welcome({ size, language })
    other.faults.expect(/answer: POST \/api\/auth 401/)
    await other.page.goto('/les-tilleuls/connexion')
    await logIn(other.page, say, email)
    await button(other.page, say, 'factor.userecovery').click()
    await field(other.page, say, 'factor.recovery').fill(codes[3]!)
    await button(other.page, say, 'factor.go').click()
    await other.page.waitForURL(FEED)
  })
})
