// features: digests
import { randomUUID } from 'node:crypto'
import { publishPost } from '@parvis/contract/publish.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sendDigest } from '../../apps/server/src/features/digests/send-digest.service.ts'
import { nextMonday } from '../../apps/server/src/testing/digests.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findAxeViolations } from './axe.ts'
import { uniqueNickname } from './newcomer.ts'
import { oppositeShapes, TIMEOUT_MS, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
const SETTINGS = `/${HOME}/parametres`
const LIVE_TIMEOUT = { timeout: TIMEOUT_MS }

describe.each(oppositeShapes)('digests, $size, $language', ({ size, language, t }: Shape) => {
  const person = async (name: string) => {
    const { server } = testServer()
    const pseudo = uniqueNickname(name)
    const email = `${randomUUID()}@digests.example`
    const one = await asPerson(server, { email, pseudo, community: HOME })
    await server.db.updateTable('accounts').set({ language }).where('id', '=', one.accountId).execute()
    return { ...one, email, pseudo }
  }
  type DigestMember = Awaited<ReturnType<typeof person>>
  const openPage = (member?: DigestMember) =>
    testServer().newPage({
      size,
      language,
      ...(member && { by: member.visitor }),
    })
  const choice = (page: Page, rhythm: 'never' | 'weekly' | 'daily') =>
    page.getByRole('radio', { name: t(`notifications.digest.${rhythm}`) })
  const unsubscribeHeading = (page: Page, state: 'comes' | 'stopped') =>
    page.getByRole('heading', { name: t(`notifications.digest.link.${state}`) })
  const button = (page: Page, key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true })
  /** The digest that would be sent to this member next Monday. */
  const digestOf = async ({ userId, email }: DigestMember) => {
    const { platform, mailbox, communityId } = testServer().server
    const day = nextMonday()
    const clock = { now: () => new Date(instantAt(day, '08:30', 'Europe/Paris')) }
    await sendDigest({ ...platform, clock }, { communityId: await communityId(HOME), userId, day }, randomUUID())
    return mailbox.mails.find(({ to }) => to === email)
  }
  const publish = async ({ visitor }: DigestMember, text: string) =>
    (
      await visitor.call(publishPost, {
        body: {
          title: text,
          description: 'Devant le 8',
          lang: { en: { title: text } },
          tmpId: randomUUID(),
        },
      })
    ).answer._id

  it('can be set to daily, link to new posts, and can be unsubscribed from with one tap', async () => {
    const [recipient, author] = [await person('Lectrice'), await person('Auteur')]
    const { page } = await openPage(recipient)
    await page.goto(SETTINGS)
    await expect.poll(() => choice(page, 'weekly').isChecked(), LIVE_TIMEOUT).toBe(true)
    const saved = page.waitForResponse(response => response.request().method() !== 'GET')
    await choice(page, 'daily').click()
    await saved
    await page.reload()
    await expect.poll(() => choice(page, 'daily').isChecked(), LIVE_TIMEOUT).toBe(true)
    expect(await digestOf(recipient)).toBeUndefined()

    const text = `Tondeuse à prêter ${randomUUID().slice(0, 8)}`
    const id = await publish(author, text)
    const mail = await digestOf(recipient)
    expect(mail?.subject).toBe(
      language === 'fr' ? 'Les Tilleuls\u00a0: 1 nouvelle publication' : 'Les Tilleuls: 1 new post',
    )
    const link = new RegExp(`http\\S+/${HOME}/actualites/publication\\?id=${id}`).exec(mail!.text)?.[0]
    await page.goto(link!)
    await page.getByRole('main').getByText(text).first().waitFor(LIVE_TIMEOUT)

    // The link of the mail opens in another browser, which has no session.
    const other = await openPage()
    const unsubscribeLink = /http\S+\/recapitulatif#[\w-]+/.exec(mail!.text)?.[0]
    await other.page.goto(unsubscribeLink!)
    await unsubscribeHeading(other.page, 'comes').waitFor(LIVE_TIMEOUT)
    await expect.poll(() => new URL(other.page.url()).hash).toBe('')
    await button(other.page, 'notifications.digest.link.comes.action').click()
    await unsubscribeHeading(other.page, 'stopped').waitFor(LIVE_TIMEOUT)
    await expect
      .poll(() =>
        other.page
          .getByRole('link', { name: t('notifications.digest.link.settings') })
          .evaluate(one => one === document.activeElement),
      )
      .toBe(true)
    // After a reload the page still says that the digest is stopped.
    await other.page.reload()
    await unsubscribeHeading(other.page, 'stopped').waitFor(LIVE_TIMEOUT)
    expect(await findAxeViolations(other.page)).toEqual([])
    // A truncated unsubscribe link leads to the settings.
    await page.goto('/recapitulatif')
    await page.getByRole('link', { name: t('notifications.digest.link.settings') }).click(LIVE_TIMEOUT)
    await page.waitForURL(`**${SETTINGS}`)
    await expect.poll(() => choice(page, 'never').isChecked(), LIVE_TIMEOUT).toBe(true)
    await publish(author, 'Encore une')
    expect((await digestOf(recipient))!.messageId).toBe(mail!.messageId)
  })
})
