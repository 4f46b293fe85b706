// features: session, profile, app
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { button, field, fillIn, goIn, nickname, signUp } from './newcomer.ts'
import { useStage } from './use-stage.ts'
import { wordsIn } from './words.ts'

const stage = useStage()

const administratorOf = async (community: string, language: 'en' | 'fr') => {
  const { visitor } = await asPerson(stage().server, {
    email: `${randomUUID()}@arriving.example`,
    pseudo: nickname('Chef'),
    community,
    role: 'administrator',
  })
  return stage().welcome({
    language,
    // the pixel density of phones, so that the scanner can read the screenshot
    by: visitor,
    context: { deviceScaleFactor: 3 },
  })
}

describe.each((['fr', 'en'] as const).map(language => ({ language, say: wordsIn(language) })))(
  'joining on a phone, $language',
  ({ language, say }) => {
    it('by the poster in the hall: QR code, landing page, mail', { timeout: 120_000 }, async () => {
      const { page: desk } = await administratorOf('quartier-de-la-gare', language)
      await desk.goto('/quartier-de-la-gare/gestion')
      await desk.getByRole('link', { name: say('admin.poster.door') }).click()
      const poster = desk.getByRole('article', { name: 'Affiche, A4' })
      await poster.getByText('GARE-DEMO-2026').waitFor()
      const [pdf, photo] = [await desk.pdf({ preferCSSPageSize: true }), await poster.screenshot()]
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45][\d.]* 84[12][\d.]*\]/)
      // Without the printed key, the QR code still contains it.
      await desk.getByRole('switch', { name: say('admin.poster.key') }).click()
      await poster.getByText('GARE-DEMO-2026').waitFor({ state: 'detached' })

      const { page } = await stage().welcome({ language })
      await page.goto('/scanner')
      const chooser = page.waitForEvent('filechooser')
      await page.getByText(say('find.scan.picture')).click()
      await (await chooser).setFiles({ name: 'poster.png', mimeType: 'image/png', buffer: photo })
      await page.getByRole('dialog', { name: 'Quartier de la Gare' }).waitFor()
      expect(page.url()).not.toContain('registerkey')
      expect(await field(page, say, 'entry.key').count()).toBe(0)
      const email = `${randomUUID()}@arriving.example`
      await signUp(page, say, email)
      expect(tokenIn(await mailTo(stage().server, email))).toBeTruthy()
    })

    it(
      'at a camping site, by an invitation for a stay: the membership ends with the stay',
      { timeout: 120_000 },
      async () => {
        const { page: desk } = await administratorOf('camping-des-pins', language)
        const email = `${randomUUID()}@arriving.example`
        const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
        await desk.goto('/camping-des-pins/gestion')
        await button(desk, say, 'admin.invite').click()
        await field(desk, say, 'admin.invite.email').fill(email)
        await button(desk, say, 'admin.invite.send').click()
        await desk.getByText(say('errors.accommodationmandatory')).waitFor()
        await field(desk, say, 'admin.stay.place').selectOption({ index: 1 })
        await field(desk, say, 'admin.stay.arrival').fill(day(0))
        await button(desk, say, 'admin.invite.send').click()
        await desk.getByText(say('errors.bookingdatesmandatory')).waitFor()
        await field(desk, say, 'admin.stay.departure').fill(day(7))
        await button(desk, say, 'admin.invite.send').click()
        await desk.getByText(say('admin.invite.sent', { email })).waitFor()

        const { page } = await stage().welcome({ language })
        await page.goto(`/camping-des-pins/connexion#token=${tokenIn(await mailTo(stage().server, email))}`)
        await goIn(page, say)
        await fillIn(page, say, nickname('Campeur'))
        await button(page, say, 'entry.profile.signup').click()
        await page.waitForURL('**/camping-des-pins/actualites')
        await page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()

        const { server } = stage()
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
  },
)
