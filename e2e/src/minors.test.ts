// features: session, profile
import { getProfile } from '@parvis/contract/profile.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asAged } from '../../apps/server/src/testing/minors.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { overflowOf } from './settle.ts'
import { hasTabBar, oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const SOON = { timeout: 15_000 }
const year = new Date().getFullYear()

describe.each(oppositeShapes)('minors, $size, $language', ({ size, language, say }: Shape) => {
  const someone = (age: number) => asAged(stage().server, age)
  const arrive = async ({ visitor }: { visitor: Visitor }, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    await guest.page.goto(`/les-tilleuls${path}`)
    return guest
  }
  const chatWith = ({ pseudo }: { pseudo: string }) => `/mes-conversations/${pseudo}`
  const field = (page: Page) => page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) })
  const button = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true })
  const send = async (page: Page, text: string) => {
    await field(page).fill(text)
    await button(page, 'messages.composer.send').click()
  }
  const log = (page: Page) => page.getByRole('log', { name: say('messages.thread.label') })
  const bar = (page: Page) => page.getByRole('region', { name: say('messageacts.first.label'), exact: true })
  const sightly = async (page: Page) => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  }

  it('an adult can send a minor one text message first; the minor can report it in one tap; an answer lifts the limit', async () => {
    const [ana, lou] = [await someone(40), await someone(13)]
    const { page: hers, context, faults } = await arrive(ana, chatWith(lou))
    faults.expect('net::ERR_')
    // The name of a member who is not known personally is shown alone.
    await hers.getByText(say('messages.first.hint', { name: 'Lou' })).waitFor(SOON)
    expect(await button(hers, 'messages.composer.attach').count()).toBe(0)
    await sightly(hers)
    // Two messages written offline: one is sent, the other is refused and kept with the reason.
    await hers.waitForLoadState('networkidle')
    await context.setOffline(true)
    await send(hers, 'C’est ton chat, dans ma cuisine ?')
    await send(hers, 'Allô ?')
    await context.setOffline(false)
    const why = say('messages.refused', { why: say('messages.refused.minorfirstcontact') })
    await log(hers).getByText(why).waitFor(SOON)
    await hers.getByText(say('messages.first.waits', { name: 'Lou' })).waitFor(SOON)
    expect(await field(hers).count()).toBe(0)
    await sightly(hers)

    const { page: theirs } = await arrive(lou, chatWith(ana))
    await log(theirs).getByText('dans ma cuisine').waitFor(SOON)
    await bar(theirs).waitFor(SOON)
    expect(await log(theirs).getByText('Allô').count()).toBe(0)
    await sightly(theirs)
    expect(
      await bar(theirs)
        .getByRole('button', { name: say('messageacts.first.block'), exact: true })
        .count(),
    ).toBe(1)
    await bar(theirs)
      .getByRole('button', { name: say('messageacts.first.flag'), exact: true })
      .click()
    await bar(theirs).getByText(say('messageacts.flag.done')).waitFor(SOON)
    const flags = () =>
      stage().server.db.selectFrom('message_flags').select(['reason']).where('reporter_id', '=', lou.userId).execute()
    expect(await flags()).toEqual([{ reason: null }])
    await theirs.reload()
    await bar(theirs).getByText(say('messageacts.flag.done')).waitFor(SOON)
    expect(await button(theirs, 'messageacts.first.flag').count()).toBe(0)

    await bar(theirs)
      .getByRole('button', { name: say('messageacts.first.answer'), exact: true })
      .click()
    await expect.poll(() => field(theirs).evaluate(box => box === document.activeElement)).toBe(true)
    await send(theirs, 'Oui ! J’arrive')
    await bar(theirs).waitFor({ state: 'detached', ...SOON })
    await log(hers).getByText('J’arrive').waitFor(SOON)
    await button(hers, 'messages.refused.again').click()
    await log(theirs).getByText('Allô ?').waitFor(SOON)
    await send(hers, 'Il dort')
    await log(theirs).getByText('Il dort').waitFor(SOON)
    expect(await button(hers, 'messages.composer.attach').count()).toBe(1)
  })

  it('a minor sees the protection and its end date; adults see only a name, until an administrator corrects the birth date', async () => {
    const [ana, lou] = [await someone(40), await someone(13)]
    const { page } = await arrive(lou, '/mon-profil')
    const day = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' })
    const until = day.format(new Date(year + 1, 11, 31))
    await page.getByText(say('profile.protection', { age: 15, date: until })).waitFor(SOON)
    await sightly(page)

    const { page: hers } = await arrive(ana, `/profil/${lou.pseudo}`)
    await hers.getByRole('heading', { name: 'Lou', exact: true }).waitFor(SOON)
    await hers.waitForLoadState('networkidle')
    expect(await hers.getByRole('main').innerText()).not.toMatch(/Zyra|Collégienne|dessine/)
    await sightly(hers)

    const { page: desk } = await arrive(
      { visitor: await stage().server.as('administrator') },
      `/gestion/membre?id=${lou.userId}`,
    )
    await desk.getByText(say('admin.birthdate.minor')).waitFor(SOON)
    await desk.getByLabel(say('admin.birthdate.label'), { exact: true }).fill('1990-05-12')
    await desk
      .getByRole('region', { name: say('admin.birthdate'), exact: true })
      .getByRole('button')
      .click()
    await desk.getByText(say('admin.birthdate.minor')).waitFor({ state: 'detached', ...SOON })
    await sightly(desk)
    const { answer } = await ana.visitor.call(getProfile, { query: { userId: lou.userId } })
    expect(answer).toMatchObject({ job: 'Collégienne' })
  })
})
