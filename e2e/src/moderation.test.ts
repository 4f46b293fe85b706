// features: moderation, feed
import { randomUUID } from 'node:crypto'
import { flagEvent } from '@parvis/contract/feed.ts'
import { decideCase, listCases } from '@parvis/contract/moderation.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { waitForMail } from '../../apps/server/src/testing/mails.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, TIMEOUT_MS, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
const LIVE_TIMEOUT = { timeout: TIMEOUT_MS }

describe.each(oppositeShapes)('moderation, $size, $language', ({ size, language, t }: Shape) => {
  const neighbor = async (name: string) => {
    const pseudo = `${name}${randomUUID().slice(0, 8)}`
    const email = `${pseudo}@moderation.example`
    return { pseudo, email, ...(await asPerson(testServer().server, { email, pseudo, community: HOME })) }
  }
  type Neighbor = Awaited<ReturnType<typeof neighbor>>
  const openPage = async ({ visitor }: Pick<Neighbor, 'visitor'>, path: string) => {
    const visit = await testServer().newPage({
      size,
      language,
      by: visitor,
    })
    // An open page requests a post once more after the team has hidden it.
    visit.pageErrors.allow(/answer: GET \/(?:events\/details\S*|media\S*) 40[34]/)
    await visit.page.goto(path)
    return visit.page
  }
  const publish = async ({ visitor }: Neighbor, title: string) =>
    (await visitor.call(publishPost, { body: { title, description: 'x', tmpId: randomUUID() } })).answer._id
  const findCaseId = async (text: string) => {
    const team = await testServer().server.as('administrator')
    const { answer } = await team.call(listCases)
    return answer.docs.find(({ excerpt, author }) => excerpt.text === text || author?.pseudo === text)!._id
  }
  const post = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
  const radio = (page: Page, key: string) =>
    page.getByRole('group').getByRole('radio', { name: new RegExp(`^${t(key)}`) })
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
  const waitForToast = (page: Page, key: string, params?: { name: string }) =>
    page.getByRole('region').getByText(t(key, params)).first().waitFor(LIVE_TIMEOUT)
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })
  const openCase = async (page: Page, text: string) => {
    await page
      .getByRole('region', { name: t('moderation.title') })
      .getByRole('link')
      .filter({ hasText: text })
      .click()
    await page.getByRole('heading', { level: 2, name: t('moderation.content') }).waitFor(LIVE_TIMEOUT)
  }

  it('after a report one moderator hides a post, and after an appeal another moderator restores it, live for everybody', async () => {
    const { newPage } = testServer()
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    const title = `Canapé de ${ana.pseudo}`
    await publish(ana, title)
    const anaPage = await openPage(ana, `/${HOME}/actualites`)
    const bobPage = await openPage(bob, `/${HOME}/actualites`)
    const { page: adminPage } = await newPage({ size, language, as: 'administrator' })
    await adminPage.goto(`/${HOME}/gestion`)
    const reports = adminPage.getByRole('region', { name: t('moderation.title') })
    await reports.waitFor(LIVE_TIMEOUT)

    await post(bobPage, title)
      .getByRole('button', { name: t('feed.menu.of', { title }) })
      .click()
    await bobPage.getByRole('menuitem', { name: t('postacts.flag') }).click()
    const reportDialog = bobPage.getByRole('dialog', { name: t('rules.report.title.post') })
    await reportDialog.getByRole('textbox').fill('Vendu trois fois déjà')
    await reportDialog.getByRole('button', { name: t('rules.report.yes'), exact: true }).click()
    await waitForToast(bobPage, 'rules.report.done')

    // The open admin page shows the new report live.
    await reports.getByRole('link').filter({ hasText: title }).waitFor(LIVE_TIMEOUT)
    expect(await findAxeViolations(adminPage)).toEqual([])
    await openCase(adminPage, title)
    await adminPage.getByText('Vendu trois fois déjà').waitFor()
    expect(await adminPage.getByText(bob.pseudo).count()).toBe(0)
    await radio(adminPage, 'moderation.decide.hide').check()
    const decide = button(adminPage, 'moderation.decide.hide')
    await decide.click()
    await adminPage.getByText(t('errors.rulemandatory')).waitFor()
    await adminPage.getByText(t('errors.reasonmandatory')).waitFor()
    await expect
      .poll(() => field(adminPage, 'moderation.rule').evaluate(it => it === document.activeElement))
      .toBe(true)
    await field(adminPage, 'moderation.rule').selectOption('advertising')
    await field(adminPage, 'moderation.reason').fill('Une seule annonce par objet, merci.')
    // The preview shows what the author will read.
    const preview = adminPage.getByRole('region', { name: t('moderation.preview', { name: ana.pseudo }) })
    if (size === 'phone') await preview.getByText(t('moderation.preview', { name: ana.pseudo })).click()
    await preview.getByText(t('rules.rule.advertising.text')).waitFor()
    expect(await findAxeViolations(adminPage)).toEqual([])
    await decide.click()
    await waitForToast(adminPage, 'moderation.done.hide', { name: ana.pseudo })
    const history = adminPage.getByRole('heading', { level: 2, name: t('moderation.history') })
    await history.waitFor()
    await expect.poll(() => history.evaluate(it => it === document.activeElement)).toBe(true)
    await adminPage.getByRole('link', { name: t('moderation.case.all'), exact: true }).waitFor()

    await post(bobPage, title).waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    const hiddenMark = post(anaPage, title).getByText(t('feed.hidden'))
    await hiddenMark.waitFor(LIVE_TIMEOUT)
    expect(await findAxeViolations(anaPage)).toEqual([])
    await goTo(anaPage, `/${HOME}/notifications`)
    await anaPage.getByRole('main').locator('a[href*="/regles?decision="]').first().click()
    const decision = anaPage.getByRole('article', { name: t('rules.decision.hide.post') })
    await decision.getByText('Une seule annonce par objet, merci.').waitFor(LIVE_TIMEOUT)
    await decision.getByText(t('rules.rule.advertising.text')).waitFor()
    await decision.getByRole('button', { name: t('rules.appeal'), exact: true }).click()
    await decision.getByRole('button', { name: t('rules.appeal.send'), exact: true }).click()
    await decision.getByText(t('errors.reasonmandatory')).waitFor()
    await field(anaPage, 'rules.appeal.label').fill('C’est un autre canapé.')
    expect(await findAxeViolations(anaPage)).toEqual([])
    await decision.getByRole('button', { name: t('rules.appeal.send'), exact: true }).click()
    await decision.getByText(t('rules.appeal.waits')).waitFor(LIVE_TIMEOUT)

    // The moderator who decided can read the appeal but not decide it.
    await adminPage.reload()
    await adminPage.getByText('C’est un autre canapé.').waitFor(LIVE_TIMEOUT)
    await adminPage.getByText(t('moderation.appeal.second')).waitFor()
    expect(await adminPage.getByRole('radio').count()).toBe(0)
    expect(await findAxeViolations(adminPage)).toEqual([])
    const { page: webmasterPage } = await newPage({ size, language, as: 'webmaster' })
    await webmasterPage.goto('/gestion')
    await openCase(webmasterPage, title)
    await radio(webmasterPage, 'moderation.appeal.overturn').check()
    await button(webmasterPage, 'moderation.appeal.send').click()
    await webmasterPage.getByText(t('errors.reasonmandatory')).waitFor()
    await field(webmasterPage, 'moderation.appeal.reason').fill('En effet, un autre.')
    await button(webmasterPage, 'moderation.appeal.send').click()
    await waitForToast(webmasterPage, 'moderation.appeal.done.overturned', { name: ana.pseudo })

    await post(bobPage, title).waitFor(LIVE_TIMEOUT)
    const overturned = anaPage.getByRole('article', { name: t('rules.was.hide.post') })
    await overturned.getByText(t('rules.appeal.overturned')).waitFor(LIVE_TIMEOUT)
    await overturned.getByText('En effet, un autre.').waitFor()
    await goTo(anaPage, `/${HOME}/actualites`)
    await post(anaPage, title).waitFor(LIVE_TIMEOUT)
    expect(await hiddenMark.count()).toBe(0)
  })

  it('a suspended member loses the composer at once, can read the reason, and has the composer again once restored', async () => {
    const { newPage } = testServer()
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    const title = `Cris de ${ana.pseudo}`
    const id = await publish(ana, title)
    await bob.visitor.call(flagEvent, { params: { id }, body: { reason: 'Des cris' } })
    const anaPage = await openPage(ana, `/${HOME}/actualites`)
    const composer = anaPage.getByRole('button', { name: t('feed.composer.entry') })
    await composer.waitFor(LIVE_TIMEOUT)
    const { page: adminPage } = await newPage({ size, language, as: 'administrator' })
    await adminPage.goto(`/${HOME}/gestion`)
    await openCase(adminPage, title)
    await radio(adminPage, 'moderation.decide.suspend').check()
    const decide = button(adminPage, 'moderation.decide.suspend')
    await field(adminPage, 'moderation.rule').selectOption('respect')
    await field(adminPage, 'moderation.reason').fill('Pas sur ce ton.')
    await decide.click()
    await adminPage.getByText(t('errors.daysmandatory')).waitFor()
    await adminPage
      .getByRole('radiogroup', { name: t('moderation.days') })
      .getByRole('radio')
      .nth(1)
      .click()
    await decide.click()
    const question = adminPage.getByRole('alertdialog')
    await question.getByText(t('moderation.confirm.suspend.text')).waitFor()
    expect(await findAxeViolations(adminPage)).toEqual([])
    await question.getByRole('button', { name: t('moderation.confirm.suspend.yes'), exact: true }).click()
    await adminPage.getByRole('heading', { level: 2, name: t('moderation.history') }).waitFor(LIVE_TIMEOUT)

    await composer.waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    const { answer: session } = await ana.visitor.call(getSession)
    expect(Date.parse(session.suspendedUntil!) - Date.now()).toBeGreaterThan(6 * 86_400_000)
    const refused = await ana.visitor.call(publishPost, {
      body: { title, description: 'x', tmpId: randomUUID() },
    })
    expect(refused.error.key).toBe('suspended')
    const reasonLink = anaPage.getByRole('link', { name: t('rules.suspended.why'), exact: true }).first()
    await reasonLink.waitFor(LIVE_TIMEOUT)
    expect(await findAxeViolations(anaPage)).toEqual([])
    await anaPage.getByText(t('feed.hidden')).waitFor(LIVE_TIMEOUT)
    await anaPage
      .locator('[role=status]')
      .getByRole('link', { name: t('rules.suspended.why') })
      .click()
    await anaPage.getByText('Pas sur ce ton.').waitFor(LIVE_TIMEOUT)

    await goTo(anaPage, `/${HOME}/actualites`)
    await anaPage.getByRole('article').first().waitFor(LIVE_TIMEOUT)
    expect(await composer.count()).toBe(0)
    await button(adminPage, 'moderation.restore').click()
    await adminPage
      .getByRole('alertdialog')
      .getByRole('button', { name: t('moderation.restore'), exact: true })
      .click()
    await waitForToast(adminPage, 'moderation.restore.done', { name: ana.pseudo })
    await composer.waitFor(LIVE_TIMEOUT)
  })

  it('a removed member appeals by the link in the mail', async () => {
    const { server, newPage } = testServer()
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    await bob.visitor.call(flagUser, { params: { id: ana.userId }, body: { reason: 'Un faux nom' } })
    const team = await server.as('administrator')
    const id = await findCaseId(ana.pseudo)
    const body = { decision: 'remove', rule: 'scam', reason: 'Ce compte se fait passer pour un autre.' } as const
    expect((await team.call(decideCase, { params: { id }, body })).status).toBe(200)
    const { text } = await waitForMail(server, ana.email)
    const link = /\/recours#[\w-]+/.exec(text)?.[0]
    expect(link).toBeDefined()
    const { page } = await newPage({ size, language })
    await page.goto(link!)
    await page.getByRole('heading', { level: 1, name: t('rules.link.title') }).waitFor(LIVE_TIMEOUT)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await page.getByRole('heading', { level: 2, name: t('rules.decision.remove.user') }).waitFor()
    await page.getByText('Ce compte se fait passer pour un autre.').waitFor()
    await button(page, 'rules.appeal').click()
    await field(page, 'rules.appeal.label').fill('C’est bien moi.')
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, 'rules.appeal.send').click()
    await page.getByText(t('rules.appeal.waits')).waitFor(LIVE_TIMEOUT)
    // After a reload the appeal is still there and cannot be sent twice.
    await page.reload()
    await page.getByText('C’est bien moi.').waitFor(LIVE_TIMEOUT)
    expect(await button(page, 'rules.appeal').count()).toBe(0)
  })
})
