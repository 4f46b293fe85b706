// features: digests
import { randomUUID } from 'node:crypto'
import { publishPost } from '@parvis/contract/publish.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sendDigest } from '../../apps/server/src/features/digests/send-digest.service.ts'
import { comingMonday } from '../../apps/server/src/testing/digests.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { nickname } from './newcomer.ts'
import { oppositeShapes, PATIENCE_MS, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const SETTINGS = `/${HOME}/parametres`
const SOON = { timeout: PATIENCE_MS }

describe.each(oppositeShapes)('digests, $size, $language', ({ size, language, say }: Shape) => {
  const person = async (name: string) => {
    const { server } = stage()
    const pseudo = nickname(name)
    const email = `${randomUUID()}@digests.example`
    const one = await asPerson(server, { email, pseudo, community: HOME })
    await server.db.updateTable('accounts').set({ language }).where('id', '=', one.accountId).execute()
    return { ...one, email, pseudo }
  }
  type Someone = Awaited<ReturnType<typeof person>>
  const arrive = (who?: Someone) =>
    stage().welcome({
      size,
      language,
      ...(who && { by: who.visitor }),
    })
  const choice = (page: Page, rhythm: 'never' | 'weekly' | 'daily') =>
    page.getByRole('radio', { name: say(`notifications.digest.${rhythm}`) })
  const title = (page: Page, state: 'comes' | 'stopped') =>
    page.getByRole('heading', { name: say(`notifications.digest.link.${state}`) })
  const button = (page: Page, key: Parameters<typeof say>[0]) =>
    page.getByRole('button', { name: say(key), exact: true })
  /** The digest of next Monday, as it would be sent then. */
  const digestOf = async ({ userId, email }: Someone) => {
    const { platform, mailbox, communityId } = stage().server
    const day = comingMonday()
    const clock = { now: () => new Date(instantAt(day, '08:30', 'Europe/Paris')) }
    await sendDigest({ ...platform, clock }, { communityId: await communityId(HOME), userId, day }, randomUUID())
    return mailbox.mails.find(({ to }) => to === email)
  }
  const publish = async ({ visitor }: Someone, text: string) =>
    (
      await visitor.call(publishPost, {
        body: { title: text, description: 'Devant le 8', lang: { en: { title: text } }, tmpId: randomUUID() },
      })
    ).answer._id

  it('can be subscribed to, is sent, is read, and is unsubscribed from with one tap', async () => {
    const [reader, author] = [await person('Lectrice'), await person('Auteur')]
    const { page } = await arrive(reader)
    await page.goto(SETTINGS)
    await expect.poll(() => choice(page, 'weekly').isChecked(), SOON).toBe(true)
    const chosen = page.waitForResponse(response => response.request().method() !== 'GET')
    await choice(page, 'daily').click()
    await chosen
    await page.reload()
    await expect.poll(() => choice(page, 'daily').isChecked(), SOON).toBe(true)
    expect(await digestOf(reader)).toBeUndefined()

    const text = `Tondeuse à prêter ${randomUUID().slice(0, 8)}`
    const id = await publish(author, text)
    const mail = await digestOf(reader)
    expect(mail?.subject).toBe(
      language === 'fr' ? 'Les Tilleuls\u00a0: 1 nouvelle publication' : 'Les Tilleuls: 1 new post',
    )
    const link = new RegExp(`http\\S+/${HOME}/actualites/publication\\?id=${id}`).exec(mail!.text)?.[0]
    await page.goto(link!)
    await page.getByRole('main').getByText(text).first().waitFor(SOON)

    // in another browser without a session
    const other = await arrive()
    const stop = /http\S+\/recapitulatif#[\w-]+/.exec(mail!.text)?.[0]
    await other.page.goto(stop!)
    await title(other.page, 'comes').waitFor(SOON)
    await expect.poll(() => new URL(other.page.url()).hash).toBe('')
    await button(other.page, 'notifications.digest.link.comes.action').click()
    await title(other.page, 'stopped').waitFor(SOON)
    await expect
      .poll(() =>
        other.page
          .getByRole('link', { name: say('notifications.digest.link.settings') })
          .evaluate(one => one === document.activeElement),
      )
      .toBe(true)
    // A reload shows the same.
    await other.page.reload()
    await title(other.page, 'stopped').waitFor(SOON)
    expect(await findBarriers(other.page)).toEqual([])
    // A truncated link leads to the settings page.
    await page.goto('/recapitulatif')
    await page.getByRole('link', { name: say('notifications.digest.link.settings') }).click(SOON)
    await page.waitForURL(`**${SETTINGS}`)
    await expect.poll(() => choice(page, 'never').isChecked(), SOON).toBe(true)
    await publish(author, 'Encore une')
    expect((await digestOf(reader))!.messageId).toBe(mail!.messageId)
  })
})
