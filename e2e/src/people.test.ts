// features: people, profile
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { getProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { hasTabBar, oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const SOON = { timeout: 15_000 }
const FEED = '/les-tilleuls/actualites'
let people = 0

describe.each(oppositeShapes)('the profile of a member, $size, $language', ({ size, language, say }: Shape) => {
  const french = language === 'fr'
  const someone = async () => {
    const pseudo = `Zoe${++people}`
    const made = await asPerson(stage().server, {
      email: `${pseudo}@people.example`,
      pseudo,
      community: 'les-tilleuls',
    })
    await sql`update users set firstname = ${`Zoé${people}`}, lastname = 'Quint', gender = 'F', description = 'Je chante le mardi.',
      description_en = 'I sing on Tuesdays.', address = '4 rue des Tilleuls', zip_code = '74000', city = 'Annecy',
      building_access = 'Code 4821' where id = ${made.userId}`.execute(stage().server.db)
    return { pseudo, name: `Zoé${people} Q.`, ...made }
  }
  type Someone = Awaited<ReturnType<typeof someone>>
  const arrive = async ({ visitor }: Pick<Someone, 'visitor'>, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    await guest.page.goto(path)
    return guest
  }
  const profile = ({ pseudo }: Someone) => `/les-tilleuls/profil/${pseudo}`
  const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })
  const gone = (page: Page) => heading(page, say('people.gone.title'))
  const write = (page: Page) => page.getByRole('main').getByRole('link', { name: say('people.write'), exact: true })
  const block = (page: Page) =>
    page
      .getByRole('region', { name: say('people.acts') })
      .getByRole('button', { name: new RegExp(say('people.block')) })

  it('shows their posts, newest first, and new ones live', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const publish = async (title: string) => {
      await bob.visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
      return title
    }
    const [first, second] = [await publish(`Premier ${bob.pseudo}`), await publish(`Second ${bob.pseudo}`)]
    const { page } = await arrive(ana, profile(bob))
    const posts = page.getByRole('region', { name: french ? 'Ses publications' : 'Her posts', exact: true })
    const titles = () => posts.getByRole('article').getByRole('heading').allTextContents()
    await expect.poll(titles, SOON).toEqual([second, first])
    await expect.poll(() => stage().server.platform.presence.isOnline(ana.userId), SOON).toBe(true)
    await page.waitForLoadState('networkidle')
    const third = await publish(`Troisième ${bob.pseudo}`)
    await expect.poll(titles, SOON).toEqual([third, second, first])
    // The own profile redirects to its own screen.
    await goTo(page, profile(ana))
    await page.waitForURL('**/mon-profil')
  })

  it('opens from a post, from the list of conversations and from the answers of a post, and leads to a conversation', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const title = `Répétition ${bob.pseudo}`
    await bob.visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
    const { page } = await arrive(ana, FEED)
    const post = page.getByRole('article').filter({ hasText: title })
    await post.waitFor(SOON)
    await page.waitForLoadState('networkidle')
    // The avatar is part of the link to the author, not of the link to the post.
    const link = post.getByRole('link', { name: bob.name, exact: true })
    const box = (await link.boundingBox())!
    await page.mouse.click(box.x - 30, box.y + box.height / 2)
    await heading(page, bob.name).waitFor(SOON)
    expect(new URL(page.url()).pathname).toBe(profile(bob))
    const main = page.getByRole('main')
    await main.getByText(french ? 'Je chante le mardi.' : 'I sing on Tuesdays.').waitFor()
    expect(await main.innerText()).not.toMatch(/Quint|4821|rue des Tilleuls/)
    await write(page).click()
    await page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).waitFor(SOON)
    expect(new URL(page.url()).pathname).toBe(`/les-tilleuls/mes-conversations/${bob.pseudo}`)
    // The header of the conversation links back.
    await page.locator('header').getByRole('link', { name: bob.name }).click()
    await heading(page, bob.name).waitFor(SOON)

    // From the avatar in the list of conversations, and from the answers of a post.
    await bob.visitor.call(sendMessage, { body: { tmpId: 'a', to: ana.userId, text: 'Bonjour Ana' } })
    await goTo(page, '/les-tilleuls/mes-conversations')
    const row = page.getByRole('link', { name: new RegExp(bob.name) })
    await row.waitFor(SOON)
    await page.waitForLoadState('networkidle')
    const face = (await row.boundingBox())!
    await page.mouse.click(face.x + 36, face.y + face.height / 2)
    await heading(page, bob.name).waitFor(SOON)
    const { answer: hers } = await ana.visitor.call(publishPost, {
      body: { title: `Fête ${ana.pseudo}`, description: 'x', tmpId: ana.pseudo },
    })
    await bob.visitor.call(answerEvent, { params: { id: hers._id } })
    await goTo(page, `${FEED}/publication?id=${hers._id}`)
    await page.getByRole('main').getByRole('link', { name: bob.name, exact: true }).click()
    await heading(page, bob.name).waitFor(SOON)
  })

  it('shows only the name of a blocked member and nothing of one who has blocked the viewer, live; undoing restores both', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const his = await arrive(bob, profile(ana))
    his.faults.expect(/GET \/api\/user 404/)
    await heading(his.page, ana.name).waitFor(SOON)
    await his.page.waitForLoadState('networkidle')
    const hers = await arrive(ana, profile(bob))
    hers.faults.expect(/GET \/api\/user 404/)
    await block(hers.page).click()
    await hers.page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('blocks.ask.yes'), exact: true })
      .click()
    const blocked = heading(hers.page, say('blocks.thread.title', { name: bob.name }))
    await blocked.waitFor(SOON)
    // The tapped button is gone, so the focus moves to the message.
    await expect.poll(() => blocked.evaluate(it => it === document.activeElement), SOON).toBe(true)
    expect(await hers.page.getByText(french ? 'Je chante' : 'I sing').count()).toBe(0)
    expect(await write(hers.page).count()).toBe(0)
    expect(await findBarriers(hers.page)).toEqual([])
    await gone(his.page).waitFor(SOON)
    expect((await bob.visitor.call(getProfile, { query: { userId: ana.userId } })).error.key).toBe('error404')
    await his.page.reload()
    await gone(his.page).waitFor(SOON)
    expect(await his.page.getByText(ana.name).count()).toBe(0)
    await his.page.waitForLoadState('networkidle')
    await hers.page
      .getByRole('main')
      .getByRole('button', { name: say('blocks.unblock'), exact: true })
      .click()
    await heading(hers.page, bob.name).waitFor(SOON)
    await heading(his.page, ana.name).waitFor(SOON)
  })
})
