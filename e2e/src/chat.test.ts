// features: chat
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
import { hasTabBar, onCall, oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage('demo', { fetchesAhead: true })
const CHATS = '/les-tilleuls/mes-conversations'
/** What is live is on the other's screen within a second; a busy machine is given more. */
const SOON = { timeout: 15_000 }

let people = 0

interface Neighbor {
  visitor: Visitor
  userId: string
  pseudo: string
}

const neighbor = async (role: 'neighbor' | 'advertiser' = 'neighbor'): Promise<Neighbor> => {
  const pseudo = `parleur${++people}`
  const { visitor, userId } = await asPerson(stage().server, {
    email: `${pseudo}@chat.example`,
    pseudo,
    community: 'les-tilleuls',
    role,
  })
  await stage().server.db.updateTable('users').set({ firstname: pseudo }).where('id', '=', userId).execute()
  return { visitor, userId, pseudo }
}

describe.each(oppositeShapes)('chat, $size, $language', ({ size, language, say }: Shape) => {
  const arrive = async ({ visitor }: Neighbor, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, visitor), hasTouch: hasTabBar(size) },
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

  it('two neighbours write to each other: at once, with how far it has come, and who is writing', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page: hers } = await arrive(ana, thread(bob))
    await send(hers, 'Bonjour du bâtiment B')
    await log(hers).getByText(say('messages.state.sent'), { exact: true }).waitFor(SOON)
    const { page: his } = await arrive(bob, '/les-tilleuls/mes-voisins')
    // on the tab, and in the list
    await his
      .getByRole('link', { name: say('messages.tab.mine'), exact: false })
      .first()
      .click()
    const row = his.getByRole('listitem').filter({ hasText: 'Bonjour du bâtiment B' })
    await row.waitFor(SOON)
    expect(await row.innerText()).toMatch(language === 'fr' ? /1 non lu/ : /1 unread/)
    await expect.poll(() => his.title(), SOON).toMatch(/^\(1\) /)
    expect(await findBarriers(his)).toEqual([])
    await row.getByRole('link').click()
    await shown(his, 'Bonjour du bâtiment B').waitFor(SOON)
    await log(hers).getByText(say('messages.state.read'), { exact: true }).waitFor(SOON)
    await expect.poll(() => his.title(), SOON).not.toMatch(/^\(/)
    await field(his).pressSequentially('Oui', { delay: 20 })
    await hers.getByText(say('messages.typing'), { exact: true }).waitFor(SOON)
    await send(his, 'Oui, à dix heures')
    await shown(hers, 'Oui, à dix heures').waitFor(SOON)
    await hers.getByText(say('messages.typing'), { exact: true }).waitFor({ state: 'detached', ...SOON })
    expect(await findBarriers(hers)).toEqual([])
  })

  it('what is written without a network goes out in order when it is back, through a reload, once', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page, context, faults } = await arrive(ana, thread(bob))
    faults.expect('net::ERR_')
    await send(page, 'Avant')
    await log(page).getByText(say('messages.state.sent'), { exact: true }).waitFor(SOON)
    await context.setOffline(true)
    for (const text of ['Un', 'Deux', 'Trois']) await send(page, text)
    await expect.poll(() => log(page).getByText(say('messages.state.pending'), { exact: true }).count()).toBe(3)
    await page.getByText(say('messages.offline')).waitFor()
    // the page is loaded anew before anything could leave
    await context.route(/\/(?:socket|messages)$/, route => route.abort())
    await context.setOffline(false)
    await page.reload()
    await shown(page, 'Trois').waitFor(SOON)
    await context.unroute(/\/(?:socket|messages)$/)
    await expect
      .poll(async () => {
        const { answer } = await bob.visitor.call(listMessages, { query: { userId: ana.userId } })
        return answer.docs.map(doc => ('text' in doc ? doc.text : null)).reverse()
      }, SOON)
      .toEqual(['Avant', 'Un', 'Deux', 'Trois'])
    await expect.poll(() => log(page).getByText(say('messages.state.pending'), { exact: true }).count(), SOON).toBe(0)
    expect(await log(page).getByText('Deux', { exact: false }).count()).toBe(1)
  })

  it('a message that the server refuses says so, is sent again or thrown away', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page, faults } = await arrive(ana, thread(bob))
    faults.expect(/answer: POST \/messages/)
    await field(page).waitFor()
    // what is read once connected would tell that nobody can be written to here
    await page.waitForLoadState('networkidle')
    await stage().server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', bob.userId).execute()
    await send(page, 'Es-tu là ?')
    await page.getByRole('button', { name: say('messages.refused.again') }).waitFor(SOON)
    await page
      .getByText(new RegExp(`${say('messages.refused.error404')}|${say('messages.refused.forbidden')}`))
      .waitFor()
    await stage().server.db.updateTable('users').set({ disabled_at: null }).where('id', '=', bob.userId).execute()
    await page.getByRole('button', { name: say('messages.refused.again') }).click()
    await log(page).getByText(say('messages.state.sent'), { exact: true }).waitFor(SOON)
  })

  it('a photo, a place and a video go along, one at a time; a photo is for the two of them alone', async () => {
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
    await send(page, '')
    await log(page)
      .getByRole('link', { name: say('messages.video.play', { title: say('messages.video') }) })
      .waitFor(SOON)

    // by its menu too: what is no link to a video is told beside it
    await attach.click()
    await page.getByRole('menuitem', { name: say('messageacts.attach.video') }).click()
    const link = page.getByRole('textbox', { name: say('messageacts.video.label') })
    await link.fill('https://example.com/film')
    await link.press('Enter')
    await page.getByText(say('messageacts.video.wrong')).waitFor()
    await link.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await link.press('Enter')
    await page.getByText(say('messages.staged.video'), { exact: true }).waitFor(SOON)
    await page.getByRole('button', { name: say('messages.staged.remove') }).click()
    await field(page).fill('')

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
    expect(await findBarriers(page)).toEqual([])
  })

  it('a message is taken away for everybody, on the other screen at once; another’s is reported', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    await ana.visitor.call(sendMessage, { body: { tmpId: 'slip', to: bob.userId, text: 'Une bêtise' } })
    await bob.visitor.call(sendMessage, { body: { tmpId: 'rude', to: ana.userId, text: 'Grossier' } })
    const { page: hers } = await arrive(ana, thread(bob))
    const { page: his } = await arrive(bob, thread(ana))
    await shown(his, 'Une bêtise').waitFor(SOON)
    const menuOf = async (text: string) => {
      const bubble = shown(hers, text)
      await bubble.waitFor(SOON)
      await bubble.hover()
      // where nothing hovers the button is there for who does not rest a finger
      await hers
        .getByRole('button', { name: say('messages.menu') })
        .nth(text === 'Grossier' ? 1 : 0)
        .focus()
      await hers.keyboard.press('Enter')
    }
    await menuOf('Grossier')
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
    await menuOf('Une bêtise')
    await hers.getByRole('menuitem', { name: say('messageacts.delete') }).click()
    await hers.getByRole('button', { name: say('messageacts.delete.yes'), exact: true }).click()
    await shown(hers, say('messages.deleted.mine')).waitFor(SOON)
    await shown(his, say('messages.deleted')).waitFor(SOON)
    expect(await log(his).getByText('Une bêtise').count()).toBe(0)
  })

  it('answering a post leads to its author, with the post; its group hears who joins, three of them', async () => {
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
    await hers.goto(`/les-tilleuls/conversations-de-groupe/${post._id}`)
    await shown(hers, 'J’apporte le pain').waitFor(SOON)
    await log(his).getByText(say('messages.state.read.all'), { exact: true }).waitFor(SOON)
    await hers.getByText(say('messages.group.who')).or(hers.locator('summary')).first().click()
    await hers.getByText(say('messages.group.host')).waitFor()
    expect(await findBarriers(hers)).toEqual([])
    // taking the answer back is leaving: the others see it, and who has left is shown out
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
    // with the post goes its group, on the screen that shows it
    for (const missed of [faults, hisFaults, authorsFaults]) missed.expect(/\/messages(?:\/exitchat)? 40[34]/)
    await author.visitor.call(removeEvent, { params: { id: post._id } })
    await hers.getByRole('heading', { name: say('messageacts.thread.gone.group.title') }).waitFor(SOON)
  })

  it('what is new is shown from its first word on, however much it is, and read when it was come to', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    for (let n = 1; n <= 25; n++)
      await bob.visitor.call(sendMessage, {
        body: { tmpId: `${bob.pseudo} ${n}`, to: ana.userId, text: `Nouvelle ${n} : ${'et encore '.repeat(8)}` },
      })
    const { page } = await arrive(ana, thread(bob))
    await log(page)
      .getByText(language === 'fr' ? '25 nouveaux messages' : '25 new messages')
      .waitFor(SOON)
    await expect.poll(() => shown(page, /^Nouvelle 1 /).isVisible(), SOON).toBe(true)
    const read = async () =>
      (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer.conversation!.othersRead
    await page.waitForTimeout(2_000)
    expect(await read()).toBe(0)
    await page.getByRole('button', { name: new RegExp(`^${say('messages.thread.down')}`) }).click()
    await expect.poll(read, SOON).toBe(25)
  })

  it('a picture that is chosen offline waits with what was written', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page, context, faults } = await arrive(ana, thread(bob))
    faults.expect('net::ERR_')
    await page.getByRole('button', { name: say('messages.composer.attach'), exact: true }).waitFor()
    // once nothing else is to be done, the parts that a tap asks for are fetched
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await field(page).fill('Hors ligne')
    const photo = await plainPicture(320, 240).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText(say('messages.staged.photo'), { exact: true }).waitFor(SOON)
    await page.getByRole('button', { name: say('messages.composer.send'), exact: true }).click()
    await shown(page, 'Hors ligne').waitFor()
    await context.setOffline(false)
    await log(page).getByText(say('messages.state.sent'), { exact: true }).waitFor(SOON)
    const { docs } = (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(docs).toMatchObject([{ text: 'Hors ligne', image: { width: 320 } }])
  })

  it('earlier messages come as one reads back, and the lines stay where they are', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    await addMessages(stage().server, await stage().server.communityId('les-tilleuls'), ana.userId, bob.userId, 95)
    const { page } = await arrive(ana, thread(bob))
    await shown(page, 'Bonjour 95').waitFor(SOON)
    const region = log(page)
    await expect.poll(() => region.evaluate(node => node.scrollTop), SOON).toBeGreaterThan(100)
    await region.hover()
    for (
      let turn = 0;
      turn < 60 && !(await shown(page, say('messages.thread.start', { name: bob.pseudo })).isVisible());
      turn++
    ) {
      await page.mouse.wheel(0, -600)
      await page.waitForTimeout(80)
    }
    await shown(page, say('messages.thread.start', { name: bob.pseudo })).waitFor(SOON)
    await page.getByRole('button', { name: new RegExp(`^${say('messages.thread.down')}`) }).click()
    await shown(page, 'Bonjour 95').waitFor(SOON)
  })

  it('the lists: searched, empty, failed, and for guests a way in', async () => {
    const ana = await neighbor()
    const { page, faults: missed } = await arrive(ana, CHATS)
    missed.expect('answer: GET /messages 404')
    await page.getByRole('heading', { name: say('messages.mine.empty.title') }).waitFor(SOON)
    await page.getByRole('link', { name: say('messages.mine.empty.act') }).click()
    await page.getByRole('searchbox').fill('mehdi')
    await page.getByRole('listitem').filter({ hasText: 'Mehdi B.' }).waitFor(SOON)
    await page.getByRole('searchbox').fill('zzzz')
    await page.getByRole('heading', { name: say('messages.search.none.title') }).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: say('messages.tab.team'), exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'Sophie' }).waitFor(SOON)
    await page.goto(`${CHATS}/personne.ici`)
    await page.getByRole('heading', { name: say('messageacts.thread.gone.title') }).waitFor(SOON)

    const { page: failing, faults } = await arrive(ana, '/les-tilleuls/vie-locale')
    await onCall(failing, /\/messages\/users$/, route =>
      route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }),
    )
    await failing.goto(CHATS)
    await failing.getByRole('heading', { name: say('messages.failed.title') }).waitFor(SOON)
    faults.expect(/500/)

    // a company begins nothing itself: it is not shown whom it may not write to
    const { page: companys } = await arrive(await neighbor('advertiser'), CHATS)
    await companys.getByText(say('messages.mine.empty.asked')).waitFor(SOON)
    expect(await companys.getByRole('link', { name: say('messages.tab.neighbors'), exact: true }).count()).toBe(0)

    const { page: guests } = await stage().welcome({ size, language })
    await guests.goto('/les-tilleuls')
    const guest = await stage().server.asGuest()
    const { page: theirs, faults: theirsMissed } = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, guest, { strategy: 'guest' }) },
    })
    theirsMissed.expect(/\/messages(?:\/exitchat)? 403/)
    await theirs.goto(`${CHATS}/mehdi.b`)
    await theirs.getByRole('link', { name: say('messages.guest.act') }).waitFor(SOON)
    await theirs.goto(CHATS)
    await theirs.getByRole('link', { name: say('messages.guest.act') }).click()
    await theirs.waitForURL(/\/connexion/)
  })
})
