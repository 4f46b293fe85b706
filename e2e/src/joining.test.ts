// features: session, profile, app
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { waitForMail, linkTokenIn } from '../../apps/server/src/testing/mails.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { button, field, fillInProfile, confirmLink, uniqueNickname, signUp } from './newcomer.ts'
import { useTestServer } from './use-test-server.ts'
import { translator } from './translate.ts'

const testServer = useTestServer()

const newAdministratorPage = async (community: string, language: 'en' | 'fr') => {
  const { visitor } = await asPerson(testServer().server, {
    email: `${randomUUID()}@arriving.example`,
    pseudo: uniqueNickname('Chef'),
    community,
    role: 'administrator',
  })
  return testServer().newPage({
    language,
    // The scanner needs the pixel density of phones to read the screenshot.
    by: visitor,
    context: { deviceScaleFactor: 3 },
  })
}

const languages = (['fr', 'en'] as const).map(language => ({ language, t: translator(language) }))

describe.each(languages)('joining on a phone, $language', ({ language, t }) => {
  it(
    'a newcomer scans the QR code of the poster, registers without typing the register key, and receives a mail',
    { timeout: 120_000 },
    async () => {
      const { page: desk } = await newAdministratorPage('quartier-de-la-gare', language)
      await desk.goto('/quartier-de-la-gare/gestion')
      await desk.getByRole('link', { name: t('admin.poster.door') }).click()
      const poster = desk.getByRole('article', { name: 'Affiche, A4' })
      await poster.getByText('GARE-DEMO-2026').waitFor()
      const [pdf, photo] = [await desk.pdf({ preferCSSPageSize: true }), await poster.screenshot()]
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45][\d.]* 84[12][\d.]*\]/)
      // The switch removes the register key from the text of the poster.
      await desk.getByRole('switch', { name: t('admin.poster.key') }).click()
      await poster.getByText('GARE-DEMO-2026').waitFor({ state: 'detached' })

      const { page } = await testServer().newPage({ language })
      await page.goto('/scanner')
      const chooser = page.waitForEvent('filechooser')
      await page.getByText(t('find.scan.picture')).click()
      await (await chooser).setFiles({ name: 'poster.png', mimeType: 'image/png', buffer: photo })
      await page.getByRole('dialog', { name: 'Quartier de la Gare' }).waitFor()
      expect(page.url()).not.toContain('registerkey')
      expect(await field(page, t, 'entry.key').count()).toBe(0)
      const email = `${randomUUID()}@arriving.example`
      await signUp(page, t, email)
      expect(linkTokenIn(await waitForMail(testServer().server, email))).toBeTruthy()
    },
  )

  it(
    'an invitation for a stay at a camping site creates a membership that ends with the stay',
    { timeout: 120_000 },
    async () => {
      const { page: desk } = await newAdministratorPage('camping-des-pins', language)
      const email = `${randomUUID()}@arriving.example`
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      await desk.goto('/camping-des-pins/gestion')
      await button(desk, t, 'admin.invite').click()
      await field(desk, t, 'admin.invite.email').fill(email)
      await button(desk, t, 'admin.invite.send').click()
      await desk.getByText(t('errors.accommodationmandatory')).waitFor()
      await field(desk, t, 'admin.stay.place').selectOption({ index: 1 })
      await field(desk, t, 'admin.stay.arrival').fill(day(0))
      await button(desk, t, 'admin.invite.send').click()
      await desk.getByText(t('errors.bookingdatesmandatory')).waitFor()
      await field(desk, t, 'admin.stay.departure').fill(day(7))
      await button(desk, t, 'admin.invite.send').click()
      await desk.getByText(t('admin.invite.sent', { email })).waitFor()

      const { page } = await testServer().newPage({ language })
      await page.goto(`/camping-des-pins/connexion#token=${linkTokenIn(await waitForMail(testServer().server, email))}`)
      await confirmLink(page, t)
      await fillInProfile(page, t, uniqueNickname('Campeur'))
      await button(page, t, 'entry.profile.signup').click()
      await page.waitForURL('**/camping-des-pins/actualites')
      await page.getByRole('heading', { level: 1, name: t('feed.title') }).waitFor()

      const { server } = testServer()
      const communityId = await server.communityId('camping-des-pins')
      const { db } = server
      const user = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select(['users.role', 'users.member_until'])
        .where('users.community_id', '=', communityId)
        .where('accounts.email', '=', email)
        .executeTakeFirstOrThrow()
      expect(user).toEqual({ role: 'neighbor', member_until: day(7) })
    },
  )
})

describe.each(languages)('a community that approves newcomers, $language', ({ language, t }) => {
  const setApproval = async (need: boolean) => {
    await testServer()
      .server.db.updateTable('communities')
      .set({ need_approval: need })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
  }
  afterEach(() => setApproval(false))

  it('shows a newcomer that the approval is pending once the profile is saved', async () => {
    await setApproval(true)
    const { page, pageErrors } = await testServer().newPage({ language })
    pageErrors.allow('answer: PUT /api/user 423')
    const email = `${randomUUID()}@arriving.example`
    await page.goto('/les-tilleuls/connexion?register=true')
    await signUp(page, t, email)
    await page.goto(`/les-tilleuls/connexion#token=${linkTokenIn(await waitForMail(testServer().server, email))}`)
    await confirmLink(page, t)
    await fillInProfile(page, t, uniqueNickname('Patient'))
    await page.locator('textarea[name=word]').fill('Je viens d’emménager au 3e.')
    await button(page, t, 'entry.profile.signup').click()
    await page.getByRole('dialog', { name: t('entry.sent.popup4.title') }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/les-tilleuls/connexion')
  })
})
