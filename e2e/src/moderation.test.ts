// features: moderation, feed
import { randomUUID } from 'node:crypto'
import { flagEvent } from '@parvis/contract/feed.ts'
import { decideCase, listCases } from '@parvis/contract/moderation.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mailTo } from '../../apps/server/src/testing/mails.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, PATIENCE_MS, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const SOON = { timeout: PATIENCE_MS }

describe.each(oppositeShapes)('moderation, $size, $language', ({ size, language, say }: Shape) => {
  const neighbor = async (name: string) => {
    const pseudo = `${name}${randomUUID().slice(0, 8)}`
    const email = `${pseudo}@moderation.example`
    return { pseudo, email, ...(await asPerson(stage().server, { email, pseudo, community: HOME })) }
  }
  type Neighbor = Awaited<ReturnType<typeof neighbor>>
  const arrive = async ({ visitor }: Pick<Neighbor, 'visitor'>, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
    })
    // An open page refetches once what the team has hidden.
    guest.faults.expect(/answer: GET \/(?:events\/details\S*|media\S*) 40[34]/)
    await guest.page.goto(path)
    return guest.page
  }
  const publish = async ({ visitor }: Neighbor, title: string) =>
    (await visitor.call(publishPost, { body: { title, description: 'x', tmpId: randomUUID() } })).answer._id
  const caseOf = async (text: string) => {
    const team = await stage().server.as('administrator')
    const { answer } = await team.call(listCases)
    return answer.docs.find(({ excerpt, author }) => excerpt.text === text || author?.pseudo === text)!._id
  }
  const post = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
  const radio = (page: Page, key: string) =>
    page.getByRole('group').getByRole('radio', { name: new RegExp(`^${say(key)}`) })
  const button = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true })
  const told = (page: Page, key: string, named?: { name: string }) =>
    page.getByRole('region').getByText(say(key, named)).first().waitFor(SOON)
  const field = (page: Page, key: string) => page.getByLabel(say(key), { exact: true })
  const openCase = async (page: Page, text: string) => {
    await page
      .getByRole('region', { name: say('moderation.title') })
      .getByRole('link')
      .filter({ hasText: text })
      .click()
    await page.getByRole('heading', { level: 2, name: say('moderation.content') }).waitFor(SOON)
  }

  it('from a report to an appeal: a post is hidden by one moderator and restored by another, live for everybody', async () => {
    const { welcome } = stage()
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    const title = `Canapé de ${ana.pseudo}`
    await publish(ana, title)
    const hers = await arrive(ana, `/${HOME}/actualites`)
    const his = await arrive(bob, `/${HOME}/actualites`)
    const { page: desk } = await welcome({ size, language, as: 'administrator' })
    await desk.goto(`/${HOME}/gestion`)
    const reports = desk.getByRole('region', { name: say('moderation.title') })
    await reports.waitFor(SOON)

    await post(his, title)
      .getByRole('button', { name: say('feed.menu.of', { title }) })
      .click()
    await his.getByRole('menuitem', { name: say('postacts.flag') }).click()
    const asked = his.getByRole('dialog', { name: say('rules.report.title.post') })
    await asked.getByRole('textbox').fill('Vendu trois fois déjà')
    await asked.getByRole('button', { name: say('rules.report.yes'), exact: true }).click()
    await told(his, 'rules.report.done')

    // The open admin page updates live.
    await reports.getByRole('link').filter({ hasText: title }).waitFor(SOON)
    expect(await findBarriers(desk)).toEqual([])
    await openCase(desk, title)
    await desk.getByText('Vendu trois fois déjà').waitFor()
    expect(await desk.getByText(bob.pseudo).count()).toBe(0)
    await radio(desk, 'moderation.decide.hide').check()
    const decide = button(desk, 'moderation.decide.hide')
    await decide.click()
    await desk.getByText(say('errors.rulemandatory')).waitFor()
    await desk.getByText(say('errors.reasonmandatory')).waitFor()
    await expect.poll(() => field(desk, 'moderation.rule').evaluate(it => it === document.activeElement)).toBe(true)
    await field(desk, 'moderation.rule').selectOption('advertising')
    await field(desk, 'moderation.reason').fill('Une seule annonce par objet, merci.')
    // The preview shows what the author will read.
    const preview = desk.getByRole('region', { name: say('moderation.preview', { name: ana.pseudo }) })
    if (size === 'phone') await preview.getByText(say('moderation.preview', { name: ana.pseudo })).click()
    await preview.getByText(say('rules.rule.advertising.text')).waitFor()
    expect(await findBarriers(desk)).toEqual([])
    await decide.click()
    await told(desk, 'moderation.done.hide', { name: ana.pseudo })
    const history = desk.getByRole('heading', { level: 2, name: say('moderation.history') })
    await history.waitFor()
    await expect.poll(() => history.evaluate(it => it === document.activeElement)).toBe(true)
    await desk.getByRole('link', { name: say('moderation.case.all'), exact: true }).waitFor()

    await post(his, title).waitFor({ state: 'detached', ...SOON })
    const mark = post(hers, title).getByText(say('feed.hidden'))
    await mark.waitFor(SOON)
    expect(await findBarriers(hers)).toEqual([])
    await goTo(hers, `/${HOME}/notifications`)
    await hers.getByRole('main').locator('a[href*="/regles?decision="]').first().click()
    const decision = hers.getByRole('article', { name: say('rules.decision.hide.post') })
    await decision.getByText('Une seule annonce par objet, merci.').waitFor(SOON)
    await decision.getByText(say('rules.rule.advertising.text')).waitFor()
    await decision.getByRole('button', { name: say('rules.appeal'), exact: true }).click()
    await decision.getByRole('button', { name: say('rules.appeal.send'), exact: true }).click()
    await decision.getByText(say('errors.reasonmandatory')).waitFor()
    await field(hers, 'rules.appeal.label').fill('C’est un autre canapé.')
    expect(await findBarriers(hers)).toEqual([])
    await decision.getByRole('button', { name: say('rules.appeal.send'), exact: true }).click()
    await decision.getByText(say('rules.appeal.waits')).waitFor(SOON)

    // The moderator who decided can read the appeal but not decide it.
    await desk.reload()
    await desk.getByText('C’est un autre canapé.').waitFor(SOON)
    await desk.getByText(say('moderation.appeal.second')).waitFor()
    expect(await desk.getByRole('radio').count()).toBe(0)
    expect(await findBarriers(desk)).toEqual([])
    const { page: master } = await welcome({ size, language, as: 'webmaster' })
    await master.goto('/gestion')
    await openCase(master, title)
    await radio(master, 'moderation.appeal.overturn').check()
    await button(master, 'moderation.appeal.send').click()
    await master.getByText(say('errors.reasonmandatory')).waitFor()
    await field(master, 'moderation.appeal.reason').fill('En effet, un autre.')
    await button(master, 'moderation.appeal.send').click()
    await told(master, 'moderation.appeal.done.overturned', { name: ana.pseudo })

    await post(his, title).waitFor(SOON)
    const undone = hers.getByRole('article', { name: say('rules.was.hide.post') })
    await undone.getByText(say('rules.appeal.overturned')).waitFor(SOON)
    await undone.getByText('En effet, un autre.').waitFor()
    await goTo(hers, `/${HOME}/actualites`)
    await post(hers, title).waitFor(SOON)
    expect(await mark.count()).toBe(0)
  })

  it('a suspended member loses the composer at once, reads the reason and end date, and gets it back when restored', async () => {
    const { welcome } = stage()
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    const title = `Cris de ${ana.pseudo}`
    const id = await publish(ana, title)
    await bob.visitor.call(flagEvent, { params: { id }, body: { reason: 'Des cris' } })
    const hers = await arrive(ana, `/${HOME}/actualites`)
    const composer = hers.getByRole('button', { name: say('feed.composer.entry') })
    await composer.waitFor(SOON)
    const { page: desk } = await welcome({ size, language, as: 'administrator' })
    await desk.goto(`/${HOME}/gestion`)
    await openCase(desk, title)
    await radio(desk, 'moderation.decide.suspend').check()
    const decide = button(desk, 'moderation.decide.suspend')
    await field(desk, 'moderation.rule').selectOption('respect')
    await field(desk, 'moderation.reason').fill('Pas sur ce ton.')
    await decide.click()
    await desk.getByText(say('errors.daysmandatory')).waitFor()
    await desk
      .getByRole('radiogroup', { name: say('moderation.days') })
      .getByRole('radio')
      .nth(1)
      .click()
    await decide.click()
    const question = desk.getByRole('alertdialog')
    await question.getByText(say('moderation.confirm.suspend.text')).waitFor()
    expect(await findBarriers(desk)).toEqual([])
    await question.getByRole('button', { name: say('moderation.confirm.suspend.yes'), exact: true }).click()
    await desk.getByRole('heading', { level: 2, name: say('moderation.history') }).waitFor(SOON)

    await composer.waitFor({ state: 'detached', ...SOON })
    const { answer: session } = await ana.visitor.call(getSession)
    expect(Date.parse(session.suspendedUntil!) - Date.now()).toBeGreaterThan(6 * 86_400_000)
    const refused = await ana.visitor.call(publishPost, { body: { title, description: 'x', tmpId: randomUUID() } })
    expect(refused.error.key).toBe('suspended')
    const why = hers.getByRole('link', { name: say('rules.suspended.why'), exact: true }).first()
    await why.waitFor(SOON)
    expect(await findBarriers(hers)).toEqual([])
    await hers.getByText(say('feed.hidden')).waitFor(SOON)
    await hers
      .locator('[role=status]')
      .getByRole('link', { name: say('rules.suspended.why') })
      .click()
    await hers.getByText('Pas sur ce ton.').waitFor(SOON)

    await goTo(hers, `/${HOME}/actualites`)
    await hers.getByRole('article').first().waitFor(SOON)
    expect(await composer.count()).toBe(0)
    await button(desk, 'moderation.restore').click()
    await desk
      .getByRole('alertdialog')
      .getByRole('button', { name: say('moderation.restore'), exact: true })
      .click()
    await told(desk, 'moderation.restore.done', { name: ana.pseudo })
    await composer.waitFor(SOON)
  })

  it('a removed member appeals by the link of the mail', async () => {
    const { server, welcome } = stage()
    const [ana, bob] = [await neighbor('ana'), await neighbor('bob')]
    await bob.visitor.call(flagUser, { params: { id: ana.userId }, body: { reason: 'Un faux nom' } })
    const team = await server.as('administrator')
    const id = await caseOf(ana.pseudo)
    const body = { decision: 'remove', rule: 'scam', reason: 'Ce compte se fait passer pour un autre.' } as const
    expect((await team.call(decideCase, { params: { id }, body })).status).toBe(200)
    const { text } = await mailTo(server, ana.email)
    const link = /\/recours#[\w-]+/.exec(text)?.[0]
    expect(link).toBeDefined()
    const { page } = await welcome({ size, language })
    await page.goto(link!)
    await page.getByRole('heading', { level: 1, name: say('rules.link.title') }).waitFor(SOON)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await page.getByRole('heading', { level: 2, name: say('rules.decision.remove.user') }).waitFor()
    await page.getByText('Ce compte se fait passer pour un autre.').waitFor()
    await button(page, 'rules.appeal').click()
    await field(page, 'rules.appeal.label').fill('C’est bien moi.')
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'rules.appeal.send').click()
    await page.getByText(say('rules.appeal.waits')).waitFor(SOON)
    // After a reload it is still there and cannot be sent twice.
    await page.reload()
    await page.getByText('C’est bien moi.').waitFor(SOON)
    expect(await button(page, 'rules.appeal').count()).toBe(0)
  })
})
