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
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { hasTabBar, oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const CHATS = '/les-tilleuls/mes-conversations'
/** Live updates arrive within a second; a busy machine gets more time. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let neighborCount = 0

interface Neighbor {
  visitor: Visitor
  userId: string
  pseudo: string
}

const neighbor = async (): Promise<Neighbor> => {
  const pseudo = `parleur${++neighborCount}`
  const { visitor, userId } = await asPerson(testServer().server, {
    email: `${pseudo}@chat.example`,
    pseudo,
    community: 'les-tilleuls',
  })
  await testServer().server.db.updateTable('users').set({ firstname: pseudo }).where('id', '=', userId).execute()
  return { visitor, userId, pseudo }
}

describe.each(oppositeShapes)('chat, $size, $language', ({ size, language, t }: Shape) => {
  const openPage = async ({ visitor }: Neighbor, path: string) => {
    const visit = await testServer().newPage({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    await visit.page.goto(path)
    return visit
  }
  const field = (page: Page) => page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) })
  const send = async (page: Page, text: string) => {
    await field(page).fill(text)
    await page.getByRole('button', { name: t('messages.composer.send'), exact: true }).click()
  }
  const log = (page: Page) => page.getByRole('log', { name: t('messages.thread.label') })
  const messageOf = (page: Page, text: string | RegExp) => log(page).getByText(text).first()
  const thread = ({ pseudo }: Neighbor) => `${CHATS}/${pseudo}`

  it('two neighbours exchange messages live, see their delivery states, and can delete or report a message', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page: anaPage } = await openPage(ana, thread(bob))
    await send(anaPage, 'Bonjour du bâtiment B')
    await log(anaPage).getByText(t('messages.state.sent'), { exact: true }).waitFor(LIVE_TIMEOUT)
    const { page: bobPage } = await openPage(bob, '/les-tilleuls/mes-voisins')
    // Bob sees the new message as a row in the list and as a count in the title of the page.
    await bobPage
      .getByRole('link', { name: t('messages.tab.mine'), exact: false })
      .first()
      .click()
    const row = bobPage.getByRole('listitem').filter({ hasText: 'Bonjour du bâtiment B' })
    await row.waitFor(LIVE_TIMEOUT)
    expect(await row.innerText()).toMatch(language === 'fr' ? /1 non lu/ : /1 unread/)
    await expect.poll(() => bobPage.title(), LIVE_TIMEOUT).toMatch(/^\(1\) /)
    await row.getByRole('link').click()
    await messageOf(bobPage, 'Bonjour du bâtiment B').waitFor(LIVE_TIMEOUT)
    await log(anaPage).getByText(t('messages.state.read'), { exact: true }).waitFor(LIVE_TIMEOUT)
    await expect.poll(() => bobPage.title(), LIVE_TIMEOUT).not.toMatch(/^\(/)
    await field(bobPage).pressSequentially('Oui', { delay: 20 })
    await anaPage.getByText(t('messages.typing'), { exact: true }).waitFor(LIVE_TIMEOUT)
    await send(bobPage, 'Oui, à dix heures')
    await messageOf(anaPage, 'Oui, à dix heures').waitFor(LIVE_TIMEOUT)
    await anaPage.getByText(t('messages.typing'), { exact: true }).waitFor({ state: 'detached', ...LIVE_TIMEOUT })

    const menuOf = async (text: string, at: number) => {
      await messageOf(anaPage, text).hover()
      // Touch screens have no hover, so the menu of a message is opened by its button, by keyboard.
      await anaPage
        .getByRole('button', { name: t('messages.menu') })
        .nth(at)
        .focus()
      await anaPage.keyboard.press('Enter')
    }
    await menuOf('Oui, à dix heures', 1)
    await anaPage.getByRole('menuitem', { name: t('messageacts.flag') }).click()
    await anaPage.getByRole('dialog').getByRole('textbox').fill('Impoli')
    await anaPage.getByRole('button', { name: t('rules.report.yes'), exact: true }).click()
    await anaPage.getByText(t('rules.report.done')).waitFor(LIVE_TIMEOUT)
    const flags = await testServer()
      .server.db.selectFrom('message_flags')
      .select('reason')
      .where('reporter_id', '=', ana.userId)
      .execute()
    expect(flags).toEqual([{ reason: 'Impoli' }])
    await menuOf('Bonjour du bâtiment B', 0)
    await anaPage.getByRole('menuitem', { name: t('messageacts.delete') }).click()
    await anaPage.getByRole('button', { name: t('messageacts.delete.yes'), exact: true }).click()
    await messageOf(anaPage, t('messages.deleted.mine')).waitFor(LIVE_TIMEOUT)
    await messageOf(bobPage, t('messages.deleted')).waitFor(LIVE_TIMEOUT)
    expect(await log(bobPage).getByText('Bonjour du bâtiment B').count()).toBe(0)
    expect(await findAxeViolations(anaPage)).toEqual([])
  })

  it('a message can contain a photo, a location or a video; only the two members of the conversation can load the photo', async () => {
    const [ana, bob, eve] = [await neighbor(), await neighbor(), await neighbor()]
    const { page } = await openPage(ana, thread(bob))
    const attach = page.getByRole('button', { name: t('messages.composer.attach'), exact: true })
    await attach.waitFor()
    const photo = await plainPicture(320, 240).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText(t('messages.staged.photo'), { exact: true }).waitFor(LIVE_TIMEOUT)
    expect(await attach.isDisabled()).toBe(true)
    await send(page, 'Regarde')
    await log(page).getByText(t('messages.state.sent'), { exact: true }).waitFor(LIVE_TIMEOUT)
    const { answer } = await bob.visitor.call(listMessages, { query: { userId: ana.userId } })
    const uri = 'image' in answer.docs[0]! ? answer.docs[0].image!.uri : ''
    const statusFor = async ({ visitor }: Neighbor) =>
      (await visitor.send({ method: 'GET', url: `${uri}/thumb` })).status
    expect([await statusFor(ana), await statusFor(bob), await statusFor(eve)]).toEqual([200, 200, 404])
    const staff = await testServer().server.as('webmaster')
    expect((await staff.send({ method: 'GET', url: `${uri}/thumb` })).status).toBe(404)

    await field(page).pressSequentially('https://youtu.be/dQw4w9WgXcQ ')
    await page.getByText(t('messages.staged.video'), { exact: true }).waitFor(LIVE_TIMEOUT)
    expect(await field(page).inputValue()).toBe('')
    // When the attached video is removed, its link becomes text again; the menu can attach a link too.
    await page.getByRole('button', { name: t('messages.staged.remove') }).click()
    expect(await field(page).inputValue()).toContain('https://youtu.be/dQw4w9WgXcQ')
    await field(page).fill('')
    await attach.click()
    await page.getByRole('menuitem', { name: t('messageacts.attach.video') }).click()
    const link = page.getByRole('textbox', { name: t('messageacts.video.label') })
    await link.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await link.press('Enter')
    await page.getByText(t('messages.staged.video'), { exact: true }).waitFor(LIVE_TIMEOUT)
    await send(page, '')
    await log(page)
      .getByRole('link', { name: t('messages.video.play', { title: t('messages.video') }) })
      .waitFor(LIVE_TIMEOUT)

    await attach.click()
    await page.getByRole('menuitem', { name: t('messageacts.attach.place') }).click()
    await page.getByRole('button', { name: t('messageacts.place.yes') }).click()
    await send(page, 'Ici')
    await log(page).getByText(t('messages.place'), { exact: true }).waitFor(LIVE_TIMEOUT)
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
      }, LIVE_TIMEOUT)
      .toEqual(['place', 'video', 'photo'])
  })

  it('answering a post opens the conversation with its author; the group conversation of the post shows who joins and leaves', async () => {
    const [author, ana, bob] = [await neighbor(), await neighbor(), await neighbor()]
    const title = `Apéro ${neighborCount}`
    const post = (
      await author.visitor.call(publishPost, {
        body: {
          title,
          description: 'Sous le tilleul',
          lang: { en: { title, description: 'Under the lime tree' } },
        },
      })
    ).answer
    const { page: authorPage, pageErrors: authorPageErrors } = await openPage(
      author,
      `/les-tilleuls/conversations-de-groupe/${post._id}`,
    )
    await authorPage.getByText(t('messages.system.opened.you')).waitFor(LIVE_TIMEOUT)
    const { page: anaPage, pageErrors } = await openPage(ana, `/les-tilleuls/actualites/publication?id=${post._id}`)
    await anaPage.getByRole('main').locator('button[aria-pressed]').click()
    await anaPage.getByRole('button', { name: t('feed.answered.chat'), exact: true }).click()
    await anaPage.getByRole('heading', { name: author.pseudo }).waitFor(LIVE_TIMEOUT)
    await anaPage.getByRole('link', { name: new RegExp(title) }).waitFor(LIVE_TIMEOUT)
    await send(anaPage, 'Je viens')
    await log(anaPage)
      .getByRole('link', { name: new RegExp(title) })
      .waitFor(LIVE_TIMEOUT)
    const { docs } = (await author.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(docs[0]).toMatchObject({ messageType: 'interested', eventId: post._id, text: 'Je viens' })

    await messageOf(authorPage, t('messages.system.joined.one', { name: ana.pseudo })).waitFor(LIVE_TIMEOUT)
    await bob.visitor.call(answerEvent, { params: { id: post._id } })
    const { page: bobPage, pageErrors: bobPageErrors } = await openPage(
      bob,
      `/les-tilleuls/conversations-de-groupe/${post._id}`,
    )
    await messageOf(bobPage, t('messages.system.joined.you')).waitFor(LIVE_TIMEOUT)
    await send(bobPage, 'J’apporte le pain')
    await messageOf(authorPage, 'J’apporte le pain').waitFor(LIVE_TIMEOUT)
    await goTo(anaPage, `/les-tilleuls/conversations-de-groupe/${post._id}`)
    await messageOf(anaPage, 'J’apporte le pain').waitFor(LIVE_TIMEOUT)
    await log(bobPage).getByText(t('messages.state.read.all'), { exact: true }).waitFor(LIVE_TIMEOUT)
    await anaPage.getByText(t('messages.group.who')).or(anaPage.locator('summary')).first().click()
    await anaPage.getByText(t('messages.group.host')).waitFor()
    // Withdrawing the answer leaves the group conversation: its members are informed; the former member cannot open it.
    const summary = authorPage.locator('summary')
    const isListed = async () => (await summary.innerText()).includes(bob.pseudo)
    await summary.click()
    await expect
      .poll(
        () => authorPage.locator('details').getByRole('listitem').filter({ hasText: bob.pseudo }).count(),
        LIVE_TIMEOUT,
      )
      .toBe(1)
    await bobPage.getByRole('button', { pressed: true }).click()
    await messageOf(authorPage, t('messages.system.left', { name: bob.pseudo })).waitFor(LIVE_TIMEOUT)
    await expect
      .poll(
        () => authorPage.locator('details').getByRole('listitem').filter({ hasText: bob.pseudo }).count(),
        LIVE_TIMEOUT,
      )
      .toBe(0)
    expect(await isListed()).toBe(false)
    await bobPage.getByRole('heading', { name: t('messageacts.thread.closed.title') }).waitFor(LIVE_TIMEOUT)
    // Deleting the post deletes its group conversation, also on a screen where it is open.
    for (const errors of [pageErrors, bobPageErrors, authorPageErrors]) errors.allow(/\/messages(?:\/exitchat)? 40[34]/)
    await author.visitor.call(removeEvent, { params: { id: post._id } })
    await anaPage.getByRole('heading', { name: t('messageacts.thread.gone.group.title') }).waitFor(LIVE_TIMEOUT)
  })

  it('a conversation opens at the first unread message, and marks messages as read only once they are scrolled into view', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const community = await testServer().server.communityId('les-tilleuls')
    await addMessages(testServer().server, community, ana.userId, bob.userId, 95)
    for (let n = 1; n <= 25; n++)
      await bob.visitor.call(sendMessage, {
        body: { tmpId: `${bob.pseudo} ${n}`, to: ana.userId, text: `Nouvelle ${n} : ${'et encore '.repeat(8)}` },
      })
    const { page } = await openPage(ana, CHATS)
    /** The events that the page sends over its live connection, in order. */
    const sentEvents: string[] = []
    page.on('websocket', socket =>
      socket.on(
        'framesent',
        ({ payload }) => void sentEvents.push((JSON.parse(String(payload)) as { event: string }).event),
      ),
    )
    await page.goto(thread(bob))
    await log(page)
      .getByText(language === 'fr' ? '25 nouveaux messages' : '25 new messages')
      .waitFor(LIVE_TIMEOUT)
    await expect.poll(() => messageOf(page, /^Nouvelle 1 /).isVisible(), LIVE_TIMEOUT).toBe(true)
    // A `read` event would have been sent before this `typing` event.
    await expect
      .poll(async () => {
        await field(page).press('o')
        return sentEvents.includes('typing')
      }, LIVE_TIMEOUT)
      .toBe(true)
    expect(sentEvents).not.toContain('read')
    const start = messageOf(page, t('messages.thread.start', { name: bob.pseudo }))
    await log(page).hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -600)
        return start.isVisible()
      }, LIVE_TIMEOUT)
      .toBe(true)
    await page.getByRole('button', { name: new RegExp(`^${t('messages.thread.down')}`) }).click()
    await messageOf(page, /^Nouvelle 25 /).waitFor(LIVE_TIMEOUT)
    await expect
      .poll(
        async () =>
          (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer.conversation!.othersRead,
        LIVE_TIMEOUT,
      )
      .toBe(120)
  })
})
