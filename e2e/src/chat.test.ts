// features: chat, feed, moderation
import { listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { addMessages } from '../../apps/server/src/testing/messages.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { hasTabBar, oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const CHATS = '/les-tilleuls/mes-conversations'
/** Live updates arrive within a second; a busy machine gets more time. */
const SOON = { timeout: 15_000 }

let people = 0

interface Neighbor {
  visitor: Visitor
  userId: string
  pseudo: string
}

const neighbor = async (): Promise<Neighbor> => {
  const pseudo = `parleur${++people}`
  const { visitor, userId } = await asPerson(stage().server, {
    email: `${pseudo}@chat.example`,
    pseudo,
    community: 'les-tilleuls',
  })
  await stage().server.db.updateTable('users').set({ firstname: pseudo }).where('id', '=', userId).execute()
  return { visitor, userId, pseudo }
}

describe.each(oppositeShapes)('chat, $size, $language', ({ size, language, say }: Shape) => {
  const arrive = async ({ visitor }: Neighbor, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    await guest.page.goto(path)
    return guest
  }
  const field = (page: Page) => page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) })
  const send = async (page: Page, text: string) => {
    await field(page).fill(text)
    await page.getByRole('button', { name: say('messages.composer.send'), exact: true }).click()
  }
  const log = (page: Page) => page.getByRole('log', { name: say('messages.thread.label') })
  const shown = (page: Page, text: string | RegExp) => log(page).getByText(text).first()
  const thread = ({ pseudo }: Neighbor) => `${CHATS}/${pseudo}`

  it('two neighbours exchange messages live, with delivery states; each can delete or report one', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page: hers } = await arrive(ana, thread(bob))
    await send(hers, 'Bonjour du bâtiment B')
    await log(hers).getByText(say('messages.state.sent'), { exact: true }).waitFor(SOON)
    const { page: his } = await arrive(bob, '/les-tilleuls/mes-voisins')
    // The badge on the tab, and the row in the list.
    await his
      .getByRole('link', { name: say('messages.tab.mine'), exact: false })
      .first()
      .click()
    const row = his.getByRole('listitem').filter({ hasText: 'Bonjour du bâtiment B' })
    await row.waitFor(SOON)
    expect(await row.innerText()).toMatch(language === 'fr' ? /1 non lu/ : /1 unread/)
    await expect.poll(() => his.title(), SOON).toMatch(/^\(1\) /)
    await row.getByRole('link').click()
    await shown(his, 'Bonjour du bâtiment B').waitFor(SOON)
    await log(hers).getByText(say('messages.state.read'), { exact: true }).waitFor(SOON)
    await expect.poll(() => his.title(), SOON).not.toMatch(/^\(/)
    await field(his).pressSequentially('Oui', { delay: 20 })
    await hers.getByText(say('messages.typing'), { exact: true }).waitFor(SOON)
    await send(his, 'Oui, à dix heures')
    await shown(hers, 'Oui, à dix heures').waitFor(SOON)
    await hers.getByText(say('messages.typing'), { exact: true }).waitFor({ state: 'detached', ...SOON })

    const menuOf = async (text: string, at: number) => {
      await shown(hers, text).hover()
      // On touch screens there is no hover: the button is there for those who cannot long-press.
      await hers
        .getByRole('button', { name: say('messages.menu') })
        .nth(at)
        .focus()
      await hers.keyboard.press('Enter')
    }
    await menuOf('Oui, à dix heures', 1)
    await hers.getByRole('menuitem', { name: say('messageacts.flag') }).click()
    await hers.getByRole('dialog').getByRole('textbox').fill('Impoli')
    await hers.getByRole('button', { name: say('rules.report.yes'), exact: true }).click()
    await hers.getByText(say('rules.report.done')).waitFor(SOON)
    const flags = await stage()
      .server.db.selectFrom('message_flags')
      .select('reason')
      .where('reporter_id', '=', ana.userId)
      .execute()
    expect(flags).toEqual([{ reason: 'Impoli' }])
    await menuOf('Bonjour du bâtiment B', 0)
    await hers.getByRole('menuitem', { name: say('messageacts.delete') }).click()
    await hers.getByRole('button', { name: say('messageacts.delete.yes'), exact: true }).click()
    await shown(hers, say('messages.deleted.mine')).waitFor(SOON)
    await shown(his, say('messages.deleted')).waitFor(SOON)
    expect(await log(his).getByText('Bonjour du bâtiment B').count()).toBe(0)
    expect(await findBarriers(hers)).toEqual([])
  })

  it('sends a photo, a place and a video, one at a time; only the two of them can load the photo', async () => {
    const [ana, bob, eve] = [await neighbor(), await neighbor(), await neighbor()]
    const { page } = await arrive(ana, thread(bob))
    const attach = page.getByRole('button', { name: say('messages.composer.attach'), exact: true })
    await attach.waitFor()
    const photo = await plainPicture(320, 240).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText(say('messages.staged.photo'), { exact: true }).waitFor(SOON)
    expect(await attach.isDisabled()).toBe(true)
    await send(page, 'Regarde')
    await log(page).getByText(say('messages.state.sent'), { exact: true }).waitFor(SOON)
    const { answer } = await bob.visitor.call(listMessages, { query: { userId: ana.userId } })
    const uri = 'image' in answer.docs[0]! ? answer.docs[0].image!.uri : ''
    const statusFor = async ({ visitor }: Neighbor) =>
      (await visitor.send({ method: 'GET', url: `${uri}/thumb` })).status
    expect([await statusFor(ana), await statusFor(bob), await statusFor(eve)]).toEqual([200, 200, 404])
    const staff = await stage().server.as('webmaster')
    expect((await staff.send({ method: 'GET', url: `${uri}/thumb` })).status).toBe(404)

    await field(page).pressSequentially('https://youtu.be/dQw4w9WgXcQ ')
    await page.getByText(say('messages.staged.video'), { exact: true }).waitFor(SOON)
    expect(await field(page).inputValue()).toBe('')
    // When the video is removed, its link becomes text again; a link can also be added by the menu.
    await page.getByRole('button', { name: say('messages.staged.remove') }).click()
    expect(await field(page).inputValue()).toContain('https://youtu.be/dQw4w9WgXcQ')
    await field(page).fill('')
    await attach.click()
    await page.getByRole('menuitem', { name: say('messageacts.attach.video') }).click()
    const link = page.getByRole('textbox', { name: say('messageacts.video.label') })
    await link.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await link.press('Enter')
    await page.getByText(say('messages.staged.video'), { exact: true }).waitFor(SOON)
    await send(page, '')
    await log(page)
      .getByRole('link', { name: say('messages.video.play', { title: say('messages.video') }) })
      .waitFor(SOON)

    await attach.click()
    await page.getByRole('menuitem', { name: say('messageacts.attach.place') }).click()
    await page.getByRole('button', { name: say('messageacts.place.yes') }).click()
    await send(page, 'Ici')
    await log(page).getByText(say('messages.place'), { exact: true }).waitFor(SOON)
    await expect
      .poll(async () => {
        const { docs } = (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
        return docs.map(doc =>
          'location' in doc && doc.location
            ? 'place'
            : 'youtubeVideoId' in doc && doc.youtubeVideoId
              ? 'video'
              : 'photo',
        )
      }, SOON)
      .toEqual(['place', 'video', 'photo'])
  })

  it('answering a post opens the conversation with its author; its group of three shows who joins', async () => {
    const [author, ana, bob] = [await neighbor(), await neighbor(), await neighbor()]
    const title = `Apéro ${people}`
    const post = (
      await author.visitor.call(publishPost, {
        body: { title, description: 'Sous le tilleul', lang: { en: { title, description: 'Under the lime tree' } } },
      })
    ).answer
    const { page: authors, faults: authorsFaults } = await arrive(
      author,
      `/les-tilleuls/conversations-de-groupe/${post._id}`,
    )
    await authors.getByText(say('messages.system.opened.you')).waitFor(SOON)
    const { page: hers, faults } = await arrive(ana, `/les-tilleuls/actualites/publication?id=${post._id}`)
    await hers.getByRole('main').locator('button[aria-pressed]').click()
    await hers.getByRole('button', { name: say('feed.answered.chat'), exact: true }).click()
    await hers.getByRole('heading', { name: author.pseudo }).waitFor(SOON)
    await hers.getByRole('link', { name: new RegExp(title) }).waitFor(SOON)
    await send(hers, 'Je viens')
    await log(hers)
      .getByRole('link', { name: new RegExp(title) })
      .waitFor(SOON)
    const { docs } = (await author.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(docs[0]).toMatchObject({ messageType: 'interested', eventId: post._id, text: 'Je viens' })

    await shown(authors, say('messages.system.joined.one', { name: ana.pseudo })).waitFor(SOON)
    await bob.visitor.call(answerEvent, { params: { id: post._id } })
    const { page: his, faults: hisFaults } = await arrive(bob, `/les-tilleuls/conversations-de-groupe/${post._id}`)
    await shown(his, say('messages.system.joined.you')).waitFor(SOON)
    await send(his, 'J’apporte le pain')
    await shown(authors, 'J’apporte le pain').waitFor(SOON)
    await goTo(hers, `/les-tilleuls/conversations-de-groupe/${post._id}`)
    await shown(hers, 'J’apporte le pain').waitFor(SOON)
    await log(his).getByText(say('messages.state.read.all'), { exact: true }).waitFor(SOON)
    await hers.getByText(say('messages.group.who')).or(hers.locator('summary')).first().click()
    await hers.getByText(say('messages.group.host')).waitFor()
    // Withdrawing the answer means leaving the group: the others see it, and the member who left loses access.
    const folded = authors.locator('summary')
    const named = async () => (await folded.innerText()).includes(bob.pseudo)
    await folded.click()
    await expect
      .poll(() => authors.locator('details').getByRole('listitem').filter({ hasText: bob.pseudo }).count(), SOON)
      .toBe(1)
    await his.getByRole('button', { pressed: true }).click()
    await shown(authors, say('messages.system.left', { name: bob.pseudo })).waitFor(SOON)
    await expect
      .poll(() => authors.locator('details').getByRole('listitem').filter({ hasText: bob.pseudo }).count(), SOON)
      .toBe(0)
    expect(await named()).toBe(false)
    await his.getByRole('heading', { name: say('messageacts.thread.closed.title') }).waitFor(SOON)
    // Deleting the post deletes its group, also on an open screen.
    for (const missed of [faults, hisFaults, authorsFaults]) missed.expect(/\/messages(?:\/exitchat)? 40[34]/)
    await author.visitor.call(removeEvent, { params: { id: post._id } })
    await hers.getByRole('heading', { name: say('messageacts.thread.gone.group.title') }).waitFor(SOON)
  })

  it('opens at the first unread message and marks as read only what was reached; loads earlier messages on scrolling back', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const community = await stage().server.communityId('les-tilleuls')
    await addMessages(stage().server, community, ana.userId, bob.userId, 95)
    for (let n = 1; n <= 25; n++)
      await bob.visitor.call(sendMessage, {
        body: { tmpId: `${bob.pseudo} ${n}`, to: ana.userId, text: `Nouvelle ${n} : ${'et encore '.repeat(8)}` },
      })
    const { page } = await arrive(ana, CHATS)
    /** The events that the page sends over its live connection, in order. */
    const told: string[] = []
    page.on('websocket', socket =>
      socket.on('framesent', ({ payload }) => void told.push((JSON.parse(String(payload)) as { event: string }).event)),
    )
    await page.goto(thread(bob))
    await log(page)
      .getByText(language === 'fr' ? '25 nouveaux messages' : '25 new messages')
      .waitFor(SOON)
    await expect.poll(() => shown(page, /^Nouvelle 1 /).isVisible(), SOON).toBe(true)
    // `typing` is sent after a `read` event would have been.
    await expect
      .poll(async () => {
        await field(page).press('o')
        return told.includes('typing')
      }, SOON)
      .toBe(true)
    expect(told).not.toContain('read')
    const start = shown(page, say('messages.thread.start', { name: bob.pseudo }))
    await log(page).hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -600)
        return start.isVisible()
      }, SOON)
      .toBe(true)
    await page.getByRole('button', { name: new RegExp(`^${say('messages.thread.down')}`) }).click()
    await shown(page, /^Nouvelle 25 /).waitFor(SOON)
    await expect
      .poll(
        async () =>
          (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer.conversation!.othersRead,
        SOON,
      )
      .toBe(120)
  })
})
