// features: session, profile
import { getProfile } from '@parvis/contract/profile.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPersonOfAge } from '../../apps/server/src/testing/minors.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { overflowOf } from './settle.ts'
import { hasTabBar, oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const LIVE_TIMEOUT = { timeout: 15_000 }
const year = new Date().getFullYear()

describe.each(oppositeShapes)('minors, $size, $language', ({ size, language, t }: Shape) => {
  const addPersonOfAge = (age: number) => asPersonOfAge(testServer().server, age)
  const openPage = async ({ visitor }: { visitor: Visitor }, path: string) => {
    const visit = await testServer().newPage({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    await visit.page.goto(`/les-tilleuls${path}`)
    return visit
  }
  const chatWith = ({ pseudo }: { pseudo: string }) => `/mes-conversations/${pseudo}`
  const field = (page: Page) => page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) })
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
  const send = async (page: Page, text: string) => {
    await field(page).fill(text)
    await button(page, 'messages.composer.send').click()
  }
  const log = (page: Page) => page.getByRole('log', { name: t('messages.thread.label') })
  const firstContactBar = (page: Page) => page.getByRole('region', { name: t('messageacts.first.label'), exact: true })
  const assertAccessible = async (page: Page) => {
    expect(await findAxeViolations(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  }

  it('an adult can send a minor only one text message, which the minor can report, until the minor answers', async () => {
    const [ana, lou] = [await addPersonOfAge(40), await addPersonOfAge(13)]
    const { page: adultPage, context, pageErrors } = await openPage(ana, chatWith(lou))
    pageErrors.allow('net::ERR_')
    // The hint for the adult names the minor by first name only.
    await adultPage.getByText(t('messages.first.hint', { name: 'Lou' })).waitFor(LIVE_TIMEOUT)
    expect(await button(adultPage, 'messages.composer.attach').count()).toBe(0)
    await assertAccessible(adultPage)
    // Of two messages written offline, one is sent; the other is refused and stays visible with the reason.
    await adultPage.waitForLoadState('networkidle')
    await context.setOffline(true)
    await send(adultPage, 'C’est ton chat, dans ma cuisine ?')
    await send(adultPage, 'Allô ?')
    await context.setOffline(false)
    const refusalText = t('messages.refused', { why: t('messages.refused.minorfirstcontact') })
    await log(adultPage).getByText(refusalText).waitFor(LIVE_TIMEOUT)
    await adultPage.getByText(t('messages.first.waits', { name: 'Lou' })).waitFor(LIVE_TIMEOUT)
    expect(await field(adultPage).count()).toBe(0)
    await assertAccessible(adultPage)

    const { page: minorPage } = await openPage(lou, chatWith(ana))
    await log(minorPage).getByText('dans ma cuisine').waitFor(LIVE_TIMEOUT)
    await firstContactBar(minorPage).waitFor(LIVE_TIMEOUT)
    expect(await log(minorPage).getByText('Allô').count()).toBe(0)
    await assertAccessible(minorPage)
    expect(
      await firstContactBar(minorPage)
        .getByRole('button', { name: t('messageacts.first.block'), exact: true })
        .count(),
    ).toBe(1)
    await firstContactBar(minorPage)
      .getByRole('button', { name: t('messageacts.first.flag'), exact: true })
      .click()
    await firstContactBar(minorPage).getByText(t('messageacts.flag.done')).waitFor(LIVE_TIMEOUT)
    const flags = () =>
      testServer()
        .server.db.selectFrom('message_flags')
        .select(['reason'])
        .where('reporter_id', '=', lou.userId)
        .execute()
    expect(await flags()).toEqual([{ reason: null }])
    await minorPage.reload()
    await firstContactBar(minorPage).getByText(t('messageacts.flag.done')).waitFor(LIVE_TIMEOUT)
    expect(await button(minorPage, 'messageacts.first.flag').count()).toBe(0)

    await firstContactBar(minorPage)
      .getByRole('button', { name: t('messageacts.first.answer'), exact: true })
      .click()
    await expect.poll(() => field(minorPage).evaluate(box => box === document.activeElement)).toBe(true)
    await send(minorPage, 'Oui ! J’arrive')
    await firstContactBar(minorPage).waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    await log(adultPage).getByText('J’arrive').waitFor(LIVE_TIMEOUT)
    await button(adultPage, 'messages.refused.again').click()
    await log(minorPage).getByText('Allô ?').waitFor(LIVE_TIMEOUT)
    await send(adultPage, 'Il dort')
    await log(minorPage).getByText('Il dort').waitFor(LIVE_TIMEOUT)
    expect(await button(adultPage, 'messages.composer.attach').count()).toBe(1)
  })

  it('the profile of a minor says when the protection ends; adults see only a name until the birth date is corrected', async () => {
    const [ana, lou] = [await addPersonOfAge(40), await addPersonOfAge(13)]
    const { page } = await openPage(lou, '/mon-profil')
    const day = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' })
    const until = day.format(new Date(year + 1, 11, 31))
    await page.getByText(t('profile.protection', { age: 15, date: until })).waitFor(LIVE_TIMEOUT)
    await assertAccessible(page)

    const { page: adultPage } = await openPage(ana, `/profil/${lou.pseudo}`)
    await adultPage.getByRole('heading', { name: 'Lou', exact: true }).waitFor(LIVE_TIMEOUT)
    await adultPage.waitForLoadState('networkidle')
    expect(await adultPage.getByRole('main').innerText()).not.toMatch(/Zyra|Collégienne|dessine/)
    await assertAccessible(adultPage)

    const { page: adminPage } = await openPage(
      { visitor: await testServer().server.as('administrator') },
      `/gestion/membre?id=${lou.userId}`,
    )
    await adminPage.getByText(t('admin.birthdate.minor')).waitFor(LIVE_TIMEOUT)
    await adminPage.getByLabel(t('admin.birthdate.label'), { exact: true }).fill('1990-05-12')
    await adminPage
      .getByRole('region', { name: t('admin.birthdate'), exact: true })
      .getByRole('button')
      .click()
    await adminPage.getByText(t('admin.birthdate.minor')).waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    await assertAccessible(adminPage)
    const { answer } = await ana.visitor.call(getProfile, { query: { userId: lou.userId } })
    expect(answer).toMatchObject({ job: 'Collégienne' })
  })
})
